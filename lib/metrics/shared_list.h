#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace steptail::metrics {

// A list that never changes once it is made: copies share it. What is added makes another list.
// Thread: any. Cost of a copy: a pointer's; of push_back(): a copy of the list.
template <typename Item>
class SharedList {
 public:
  SharedList() = default;
  SharedList(std::vector<Item> items)  // NOLINT(*-explicit-*)
      : items_(std::make_shared<const std::vector<Item>>(std::move(items))) {}
  SharedList(std::initializer_list<Item> items) : SharedList(std::vector<Item>(items)) {}

  [[nodiscard]] const std::vector<Item>& items() const {
    static const std::vector<Item> kNone;
    return items_ ? *items_ : kNone;
  }
  [[nodiscard]] auto begin() const { return items().begin(); }
  [[nodiscard]] auto end() const { return items().end(); }
  [[nodiscard]] std::size_t size() const { return items().size(); }
  [[nodiscard]] bool empty() const { return items().empty(); }
  [[nodiscard]] const Item& front() const { return items().front(); }
  [[nodiscard]] const Item& operator[](std::size_t index) const { return items()[index]; }

  void push_back(Item item) {
    std::vector<Item> more = items();
    more.push_back(std::move(item));
    *this = std::move(more);
  }

 private:
  std::shared_ptr<const std::vector<Item>> items_;
};

}  // namespace steptail::metrics
