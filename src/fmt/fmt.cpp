// The functions of fmt that are not templates, compiled once for the command and the shared objects. With
// FMT_HEADER_ONLY each file that formats text compiles all of them again, which takes half of the file's
// compile time. The shared libfmt is no alternative: a preloaded object must not depend on it. fmt declares
// the instances below as defined elsewhere.

#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
#if FMT_VERSION >= 120000
template FMT_API auto locale_ref::get<std::locale>() const -> std::locale;
#endif

namespace detail {

#if FMT_VERSION < 120000
template FMT_API auto locale_ref::get<std::locale>() const -> std::locale;
#endif
#if FMT_VERSION >= 100000 && FMT_VERSION < 110100
template FMT_API void vformat_to(buffer<char>&, string_view, vformat_args<>::type, locale_ref);
#endif
#if FMT_VERSION >= 110000
template FMT_API void buffer<char>::append(const char*, const char*);
#endif
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;

}  // namespace detail
FMT_END_NAMESPACE
