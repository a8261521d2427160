// Tells ThreadSanitizer what it cannot see: that one task's end happens before another's begin
// where an uninstrumented scheduler stands between them. Nothing outside a `tsan` build.
//
//     thread 1                      thread 2
//     start_task(group, mark, work)
//                                   work(), which sees all that thread 1 did
//                                   race_release(end)
//     group.wait()
//     race_acquire(end)
//     sees all that work() did
#pragma once

#if defined(__SANITIZE_THREAD__)
#define HEXA_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HEXA_THREAD_SANITIZER 1
#endif
#endif

#include <utility>

#include <oneapi/tbb/task_group.h>

#ifdef HEXA_THREAD_SANITIZER
#define HEXA_UNCHECKED __attribute__((no_sanitize("thread"), noinline))
extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}
#else
#define HEXA_UNCHECKED
#endif

namespace hexa {

// Everything this thread did so far happens before what follows an `acquire` of the same mark.
inline void race_release([[maybe_unused]] const void* mark) {
#ifdef HEXA_THREAD_SANITIZER
    __tsan_release(const_cast<void*>(mark));
#endif
}

inline void race_acquire([[maybe_unused]] const void* mark) {
#ifdef HEXA_THREAD_SANITIZER
    __tsan_acquire(const_cast<void*>(mark));
#endif
}

// Work that begins with an `acquire`. Even to find the mark it must read memory that the starting
// thread wrote: that alone is not checked.
template <typename Work>
class MarkedWork {
public:
    MarkedWork(const void* mark, Work work) : mark_(mark), work_(std::move(work)) {}
    HEXA_UNCHECKED void operator()() const {
        race_acquire(mark_);
        work_();
    }

private:
    const void* mark_;
    Work work_;
};

// Runs work() as a task of the group. What this thread did so far happens before it.
template <typename Work>
void start_task(tbb::task_group& group, const void* mark, Work work) {
    // First made, then marked, then started: the scheduler's own part of a task counts as well.
    tbb::task_handle task = group.defer(MarkedWork(mark, std::move(work)));
    race_release(mark);
    group.run(std::move(task));
}

}  // namespace hexa
