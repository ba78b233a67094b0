#pragma once

// The files of a report, embedded when tutti is built (embed.cmake).
namespace tutti::report::files {

extern const char page_html[];
extern const char style_css[];
extern const char report_js[];
extern const char plots_js[];
extern const char explorer_html[];
extern const char explorer_css[];
extern const char explorer_js[];
extern const char evaluate_js[];
extern const char uPlot_iife_min_js[];
extern const char uPlot_min_css[];
extern const char LICENSE[];

}  // namespace tutti::report::files
