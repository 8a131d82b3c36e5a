#pragma once
#include <functional>

#include "datasets/fetch/http_get.hpp"
#include "datasets/real/description.hpp"

namespace datasets::fetch {

/// Where a data set's files go, and who hears of it.
struct Delivery {
  std::filesystem::path folder;
  Patience patience{};
  std::function<void(const std::string&)> say = [](const std::string&) {}; ///< one sentence a call
};

/// Gets one file from its address into folder / path, with .gz behind it if it comes packed; returns where it
/// lies. What an earlier call left unfinished is gone on with; a file appears under its name only once its
/// SHA-256 is right. Throws UserError, saying what to do, where the server refuses, cannot be reached after
/// all tries, or has other bytes; of more bytes than the file has, none are waited for.
std::filesystem::path fetch(const real::DataFile& file, const Delivery& delivery);

} // namespace datasets::fetch
