// Finding a column number in a short sorted list of them.
#pragma once

#include <emmintrin.h>

#include <bit>

#include "columns.h"

namespace hexa {

// The place of `label` among `count` ascending labels, or -1.
// Halves the range until it is a few vectors long, then compares eight at a time.
inline int find_label(const ColumnId* labels, int count, ColumnId label) {
    const ColumnId* first = labels;
    while (count > 32) {
        const int half = count / 2;
        first += first[half] <= label ? half : 0;
        count -= half;
    }
    const __m128i wanted = _mm_set1_epi16(static_cast<short>(label));
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(first + i));
        const int hits = _mm_movemask_epi8(_mm_cmpeq_epi16(eight, wanted));
        if (hits != 0) {
            return static_cast<int>(first - labels) + i +
                   std::countr_zero(static_cast<unsigned>(hits)) / 2;
        }
    }
    for (; i < count; ++i) {
        if (first[i] == label) return static_cast<int>(first - labels) + i;
    }
    return -1;
}

}  // namespace hexa
