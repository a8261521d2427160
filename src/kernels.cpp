#include "kernels.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace hexa {
namespace {

// The same source is compiled once per instruction set, with vectors of N bytes. A run that is no
// multiple of N ends with a vector that overlaps the one before; a run shorter than N is left to
// vectors half as wide, down to single bytes.

#define HEXA_INLINE inline __attribute__((always_inline))

template <int N>
struct Vector {
    typedef std::uint8_t Type __attribute__((vector_size(N)));
};

template <int N>
HEXA_INLINE void load(typename Vector<N>::Type& to, const Score* from) {
    std::memcpy(&to, from, N);
}

// Vectors of N bytes that cover 0..size, which must be at least N: the one after that at `i`.
template <int N>
HEXA_INLINE std::size_t next_vector(std::size_t i, std::size_t size) {
    return i + N == size ? size : std::min(i + N, size - N);
}

constexpr int kNarrowest = 8;

template <int N>
HEXA_INLINE void minimum(Score* out, const Score* const* sources, int count, std::size_t size) {
    if constexpr (N < kNarrowest) {
        for (std::size_t i = 0; i < size; ++i) {
            Score best = kNoChild;
            for (int s = 0; s < count; ++s) best = std::min(best, sources[s][i]);
            out[i] = best;
        }
    } else if (size < N) {
        minimum<N / 2>(out, sources, count, size);
    } else {
        for (std::size_t i = 0; i != size; i = next_vector<N>(i, size)) {
            typename Vector<N>::Type best = {};
            best = ~best;
            for (int s = 0; s < count; ++s) {
                typename Vector<N>::Type source;
                load<N>(source, sources[s] + i);
                best = best < source ? best : source;
            }
            std::memcpy(out + i, &best, N);
        }
    }
}

template <int N>
HEXA_INLINE void turn_to_scores(typename Vector<N>::Type& best) {
    const typename Vector<N>::Type zero = {};
    const typename Vector<N>::Type base = best < 128 ? zero + std::uint8_t{254} : zero;
    best = (base - best) & std::uint8_t{0xFE};
}

// Where the last vector overlaps the one before, bytes are lowered twice, to the same.
template <int N, bool kBest>
HEXA_INLINE void lower(Score* out, const Score* source, std::size_t size) {
    if constexpr (N < kNarrowest) {
        for (std::size_t i = 0; i < size; ++i) {
            out[i] = std::min(out[i], kBest ? score_of_best(source[i]) : source[i]);
        }
    } else if (size < N) {
        lower<N / 2, kBest>(out, source, size);
    } else {
        for (std::size_t i = 0; i != size; i = next_vector<N>(i, size)) {
            typename Vector<N>::Type a;
            typename Vector<N>::Type b;
            load<N>(a, out + i);
            load<N>(b, source + i);
            if constexpr (kBest) turn_to_scores<N>(b);
            a = a < b ? a : b;
            std::memcpy(out + i, &a, N);
        }
    }
}

template <int N>
HEXA_INLINE void finish(Score* out, const Score* best, std::size_t size) {
    if constexpr (N < kNarrowest) {
        for (std::size_t i = 0; i < size; ++i) out[i] = score_of_best(best[i]);
    } else if (size < N) {
        finish<N / 2>(out, best, size);
    } else {
        for (std::size_t i = 0; i != size; i = next_vector<N>(i, size)) {
            typename Vector<N>::Type b;
            load<N>(b, best + i);
            turn_to_scores<N>(b);
            std::memcpy(out + i, &b, N);
        }
    }
}

template <int N>
HEXA_INLINE LabelSummary to_dtw(Score* scores, std::size_t size) {
    LabelSummary summary;
    std::size_t i = 0;
    if constexpr (N >= kNarrowest) {
        typename Vector<N>::Type longest = {};
        // Wins are counted in bytes that would overflow after 255 rounds.
        while (i + N <= size) {
            typename Vector<N>::Type wins = {};
            for (int round = 0; round < 255 && i + N <= size; ++round, i += N) {
                typename Vector<N>::Type score;
                load<N>(score, scores + i);
                const auto win = score >= 128;
                const typename Vector<N>::Type dtw = win ? ~score : score;
                wins -= (typename Vector<N>::Type)win;
                longest = longest > dtw ? longest : dtw;
                std::memcpy(scores + i, &dtw, N);
            }
            for (int k = 0; k < N; ++k) summary.wins += wins[k];
        }
        for (int k = 0; k < N; ++k) summary.longest = std::max<int>(summary.longest, longest[k]);
    }
    for (; i < size; ++i) {
        summary.wins += scores[i] >= 128;
        scores[i] = static_cast<Score>(dtw_of_score(scores[i]));
        summary.longest = std::max<int>(summary.longest, scores[i]);
    }
    return summary;
}

#define HEXA_KERNELS(set, attribute, width)                                                  \
    attribute void minimum_##set(Score* out, const Score* const* sources, int count,         \
                                 std::size_t size) {                                         \
        minimum<width>(out, sources, count, size);                                           \
    }                                                                                        \
    attribute void lower_##set(Score* out, const Score* source, std::size_t size) {          \
        lower<width, false>(out, source, size);                                              \
    }                                                                                        \
    attribute void lower_to_best_##set(Score* out, const Score* best, std::size_t size) {    \
        lower<width, true>(out, best, size);                                                 \
    }                                                                                        \
    attribute void finish_##set(Score* out, const Score* best, std::size_t size) {           \
        finish<width>(out, best, size);                                                      \
    }                                                                                        \
    attribute LabelSummary to_dtw_##set(Score* scores, std::size_t size) {                   \
        return to_dtw<width>(scores, size);                                                  \
    }                                                                                        \
    constexpr Kernels k_##set{#set,         minimum_##set, lower_##set, lower_to_best_##set, \
                              finish_##set, to_dtw_##set};

HEXA_KERNELS(plain, , 1)
HEXA_KERNELS(sse2, , 16)
HEXA_KERNELS(avx2, __attribute__((target("avx2"))), 32)
HEXA_KERNELS(avx512, __attribute__((target("avx512f,avx512bw,avx512vl"))), 64)

constexpr std::array kAll{k_plain, k_sse2, k_avx2, k_avx512};

}  // namespace

std::span<const Kernels> usable_kernels() {
    __builtin_cpu_init();
    std::size_t usable = 2;
    if (__builtin_cpu_supports("avx2")) {
        usable = 3;
        if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) usable = 4;
    }
    return {kAll.data(), usable};
}

}  // namespace hexa
