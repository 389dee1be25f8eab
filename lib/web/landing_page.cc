#include "web/landing_page.h"

#include "metrics/label_text.h"
#include "metrics/page_writer.h"

namespace steptail::web {
namespace {

using format::Field;

std::string number_text(std::optional<double> value) {
  std::string text;
  if (value) metrics::append_number(text, *value);
  return text;
}

std::string link(std::string_view path, std::string_view text) {
  std::string html = "<a href=\"" + escape_html(path) + "\">";
  return html + escape_html(text) + "</a>";
}

void append_cell(std::string& html, std::string_view text) {
  html += "<td>" + escape_html(text) + "</td>";
}

void append_row(std::string& html, const metrics::RunSnapshot& run) {
  std::string labels;
  for (const auto& [name, value] : metrics::parse_label_text(run.label_text)) {
    if (!labels.empty()) labels += ' ';
    labels.append(name).append("=").append(value);
  }
  std::string state(format::state_name(run.data.state));
  if (run.stall.stalled) state += ", stalled";
  html += "<tr>";
  append_cell(html, labels);
  append_cell(html, state);
  append_cell(html, number_text(run.data.get(Field::Iteration)));
  append_cell(html, number_text(run.data.get(Field::IterationsPlanned)));
  append_cell(html, number_text(run.data.get(Field::Loss)));
  append_cell(html, number_text(run.data.get(Field::IterationSeconds)));
  html += "</tr>\n";
}

void append_table(std::string& html, const Snapshots& snapshots) {
  html +=
      "<table>\n<tr><th>run</th><th>state</th><th>iteration</th><th>of</th><th>loss</th>"
      "<th>seconds an iteration</th></tr>\n";
  std::size_t rows = 0;
  for (const auto& shard : snapshots) {
    if (!shard) continue;
    for (const auto& run : shard->runs) {
      if (rows++ < kMostRows) append_row(html, *run);
    }
  }
  html += "</table>\n";
  if (rows > kMostRows) html += "<p>and " + std::to_string(rows - kMostRows) + " more</p>\n";
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string html;
  for (char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string render_landing(const Snapshots& snapshots, const LandingFacts& facts) {
  std::size_t runs = 0;
  for (const auto& shard : snapshots) runs += shard ? shard->runs.size() : 0;
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<title>steptail</title>\n</head>\n<body>\n<h1>steptail</h1>\n<p>version " +
      escape_html(facts.version) + ", " + std::to_string(runs) + (runs == 1 ? " run" : " runs") +
      "</p>\n<ul>\n";
  html += "<li>" + link(facts.telemetry_path, "metrics") + "</li>\n";
  html += "<li>" + link("/api/v1/runs", "runs as JSON") + "</li>\n";
  html += "<li>" + link("/-/ready", "ready") + "</li>\n</ul>\n";
  append_table(html, snapshots);
  return html + "</body>\n</html>\n";
}

}  // namespace steptail::web
