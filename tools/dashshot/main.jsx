// One panel after another, drawn with Grafana's own components from what Prometheus answered.
// globalThis.show(panel, series, size) draws it: panel as in the dashboard, series as /api/v1/query_range gives them.
import {createTheme, FieldType, getDisplayProcessor, toDataFrame} from "@grafana/data";
import {LegendDisplayMode, PanelChrome, ThemeContext, TimeSeries} from "@grafana/ui";
import React from "react";
import {createRoot} from "react-dom/client";

const theme = createTheme({colors: {mode: "dark"}});
const root = createRoot(document.getElementById("root"));
document.body.style.cssText = `margin:0;background:${theme.colors.background.canvas};` +
  `font-family:${theme.typography.fontFamily};color:${theme.colors.text.primary}`;
// Grafana's own global styles: names in legends are buttons.
document.head.appendChild(document.createElement("style")).textContent = "button { color: inherit; }";

function nameOf(legend, labels) {
  return legend.replace(/{{(\w+)}}/g, (_, label) => labels[label] ?? "").trim() || Object.values(labels).join(" ");
}

// Every series on the same times, with a gap where it has nothing, as Grafana's data source gives them.
function framesOf(panel, answers) {
  const {defaults} = panel.fieldConfig;
  const times = [...new Set(answers.flatMap(({series}) => series.flatMap(({values}) => values.map(([time]) => time))))];
  times.sort((a, b) => a - b);
  let index = 0;
  return answers.flatMap(({ref, series}) => series.map(({metric, values}) => {
    const given = new Map(values.map(([time, value]) => [time, value === "NaN" ? null : Number(value)]));
    const target = panel.targets.find((entry) => entry.refId === ref);
    const frame = toDataFrame({refId: ref, fields: [
      {name: "time", type: FieldType.time, values: times.map((time) => time * 1000)},
      {name: "value", type: FieldType.number, values: times.map((time) => given.get(time) ?? null), labels: metric,
        config: {...defaults, displayName: nameOf(target.legendFormat, metric), color: {mode: "palette-classic"}}},
    ]});
    const field = frame.fields[1];
    field.state = {seriesIndex: index++};
    field.display = getDisplayProcessor({field, theme});
    return frame;
  }));
}

function Panel({panel, answers, size}) {
  const frames = framesOf(panel, answers);
  const times = frames.flatMap((frame) => frame.fields[0].values);
  const range = {from: Math.min(...times), to: Math.max(...times)};
  const moment = (value) => ({valueOf: () => value});
  return (
    <ThemeContext.Provider value={theme}>
      <PanelChrome title={panel.title.replace(": $run", "")} width={size.width} height={size.height}>
        {(width, height) => (
          <TimeSeries frames={frames} width={width} height={height} timeZone="utc"
            timeRange={{from: moment(range.from), to: moment(range.to), raw: range}}
            legend={{displayMode: LegendDisplayMode.List, placement: "bottom", showLegend: true, calcs: []}} />
        )}
      </PanelChrome>
    </ThemeContext.Provider>
  );
}

globalThis.show = (panel, answers, size) => {
  root.render(<Panel key={panel.title} panel={panel} answers={answers} size={size} />);
};
globalThis.ready = true;
