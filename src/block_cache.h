// The blocks of a table that were unpacked last.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace hexa {

// Safe to share between threads. A block that was handed out stays valid when it is dropped here.
class BlockCache {
public:
    using Block = std::shared_ptr<const std::vector<std::uint8_t>>;

    // Keeps blocks of up to `limit` bytes together, and always the last one.
    explicit BlockCache(std::size_t limit) : limit_(limit) {}

    // The block, or what `read(entries)` makes of it, kept from then on. Threads that miss the same
    // block at once both read it.
    template <typename Read>
    [[nodiscard]] Block get(std::uint64_t number, Read read) {
        {
            const std::lock_guard lock(mutex_);
            if (const auto found = places_.find(number); found != places_.end()) {
                order_.splice(order_.begin(), order_, found->second);
                return found->second->block;
            }
        }
        auto entries = std::make_shared<std::vector<std::uint8_t>>();
        read(*entries);
        const std::lock_guard lock(mutex_);
        if (!places_.contains(number)) {
            order_.push_front({number, entries});
            places_[number] = order_.begin();
            bytes_ += entries->size();
            while (bytes_ > limit_ && order_.size() > 1) {
                bytes_ -= order_.back().block->size();
                places_.erase(order_.back().number);
                order_.pop_back();
            }
        }
        return entries;
    }

private:
    struct Kept {
        std::uint64_t number;
        Block block;
    };

    std::mutex mutex_;
    std::list<Kept> order_;  // used last first
    std::unordered_map<std::uint64_t, std::list<Kept>::iterator> places_;
    std::size_t bytes_ = 0;
    std::size_t limit_;
};

}  // namespace hexa
