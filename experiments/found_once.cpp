#include "experiments/found_once.hpp"

#include <future>
#include <map>
#include <mutex>

namespace experiments {

core::Tuned found_once(const std::string& name, const std::function<core::Tuned()>& find) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_future<core::Tuned>> known;
  std::packaged_task<core::Tuned()> task(find);
  std::shared_future<core::Tuned> answer;
  bool first = false;
  {
    const std::lock_guard lock(mutex);
    first = !known.contains(name);
    if (first) known[name] = task.get_future().share();
    answer = known[name];
  }
  if (first) task();
  return answer.get();
}

} // namespace experiments
