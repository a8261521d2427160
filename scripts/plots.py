"""Plots as SVG, for scripts/bench.py: bars, stacked bars and lines on log axes. Nothing but text."""

import math
import xml.sax.saxutils

WIDTH, HEIGHT = 860, 480
LEFT, RIGHT, TOP, BOTTOM = 84, 48, 92, 62
COLOURS = ("#2f6fb3", "#7fb2e5", "#c9803a", "#6a8f3d", "#8a5ba8", "#57606a")
STYLE = """
  text { font-family: 'DejaVu Sans', Verdana, sans-serif; font-size: 12px; fill: #24292f; }
  .title { font-size: 18px; font-weight: bold; }
  .note { fill: #57606a; }
  .value { font-size: 11px; }
  .light { font-size: 11px; fill: #ffffff; }
  .mid { text-anchor: middle; }
  .end { text-anchor: end; }
  .grid { stroke: #e2e6ea; }
  .axis { stroke: #57606a; }
"""


class Plot:
    def __init__(self, title, note, height=HEIGHT):
        self.parts, self.height = [], height
        self.text(LEFT, 32, title, "title")
        self.text(LEFT, 52, note, "note")

    def text(self, x, y, text, kind=""):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">'
                          f"{xml.sax.saxutils.escape(text)}</text>")

    def line(self, x1, y1, x2, y2, kind):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>')

    def rect(self, x, y, width, height, colour):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
                          f' fill="{colour}"/>')

    def legend(self, names):
        x = LEFT
        for name, colour in zip(names, COLOURS):
            self.rect(x, 66, 12, 12, colour)
            self.text(x + 18, 76, name)
            x += 44 + 7.2 * len(name)

    def svg(self):
        body = "\n".join(self.parts)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}"'
                f' viewBox="0 0 {WIDTH} {self.height}">\n<style>{STYLE}</style>\n'
                f'<rect width="{WIDTH}" height="{self.height}" fill="#ffffff"/>\n{body}\n</svg>\n')


def number(value):
    """Short, with three digits that count."""
    if value == 0:
        return "0"
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.{max(0, 2 - math.floor(math.log10(value)))}f}"


def nice_step(most, steps=5):
    raw = most / steps
    power = 10 ** math.floor(math.log10(raw))
    return next(f * power for f in (1, 2, 5, 10) if f * power >= raw)


def bars(title, note, unit, groups, names, values):
    """values[group][name], None where there is nothing to show."""
    plot = Plot(title, note)
    plot.legend(names)
    most = max(v for row in values for v in row if v is not None) * 1.08
    bottom, height = HEIGHT - BOTTOM, HEIGHT - TOP - BOTTOM
    step = nice_step(most)
    for i in range(int(most / step) + 1):
        y = bottom - i * step / most * height
        plot.line(LEFT, y, WIDTH - RIGHT, y, "grid")
        plot.text(LEFT - 8, y + 4, f"{i * step:g}", "end note")
    plot.text(LEFT, TOP - 4, unit, "end note")
    span = (WIDTH - LEFT - RIGHT) / len(groups)
    for g, (group, row) in enumerate(zip(groups, values)):
        width = min(span * 0.8 / len(names), 70)
        x = LEFT + (g + 0.5) * span - width * len(names) / 2
        for colour, value in zip(COLOURS, row):
            if value is not None:
                plot.rect(x + 2, bottom - value / most * height, width - 4, value / most * height, colour)
                plot.text(x + width / 2, bottom - value / most * height - 5, number(value), "value mid")
            x += width
        plot.text(LEFT + (g + 0.5) * span, bottom + 20, group, "mid")
    plot.line(LEFT, bottom, WIDTH - RIGHT, bottom, "axis")
    return plot.svg()


def shares(title, note, rows, names, values):
    """Each row's values as shares of their sum, with the values written in."""
    plot = Plot(title, note, TOP + 46 * len(rows) + 50)
    plot.legend(names)
    left = LEFT + 60
    width = WIDTH - left - RIGHT - 76
    for r, (row, parts) in enumerate(zip(rows, values)):
        y, x, whole = TOP + 10 + r * 46, left, sum(parts)
        plot.text(left - 10, y + 20, row, "end")
        for colour, part in zip(COLOURS, parts):
            plot.rect(x, y, part / whole * width, 30, colour)
            if part / whole > 0.08:
                plot.text(x + part / whole * width / 2, y + 19, f"{number(part)} s", "light mid")
            x += part / whole * width
        plot.text(x + 8, y + 20, f"{number(whole)} s", "")
    for percent in range(0, 101, 25):
        x = left + percent / 100 * width
        plot.text(x, plot.height - 16, f"{percent} %", "mid note")
    return plot.svg()


def lines(title, note, x_name, y_name, series):
    """series: (name, [(x, y, label)]); both axes are logarithmic."""
    plot = Plot(title, note)
    plot.legend([name for name, _ in series])
    points = [p for _, row in series for p in row]
    x_low, x_high = (f(math.log10(p[0]) for p in points) for f in (min, max))
    y_low, y_high = (f(math.log10(p[1]) for p in points) for f in (min, max))
    x_low, x_high = math.floor(x_low), math.ceil(x_high)
    y_low, y_high = math.floor(y_low), math.ceil(y_high)
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM - 14

    def at(x, y):
        return (LEFT + (math.log10(x) - x_low) / (x_high - x_low) * width,
                TOP + 14 + (y_high - math.log10(y)) / (y_high - y_low) * height)

    for power in range(x_low, x_high + 1):
        x, _ = at(10**power, 10**y_low)
        plot.line(x, TOP + 14, x, TOP + 14 + height, "grid")
        plot.text(x, TOP + 32 + height, power_name(power), "mid note")
    for power in range(y_low, y_high + 1):
        _, y = at(10**x_low, 10**power)
        plot.line(LEFT, y, LEFT + width, y, "grid")
        plot.text(LEFT - 8, y + 4, power_name(power), "end note")
    plot.text(LEFT + width, TOP + 52 + height, x_name, "end note")
    plot.text(LEFT - 8, TOP + 2, y_name, "end note")
    labelled = {}
    for colour, (_, row) in zip(COLOURS, series):
        path = " ".join(f"{'ML'[i > 0]}{at(x, y)[0]:.1f} {at(x, y)[1]:.1f}" for i, (x, y, _) in enumerate(row))
        plot.parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.2"/>')
        for x, y, label in row:
            left, top = at(x, y)
            plot.parts.append(f'<circle cx="{left:.1f}" cy="{top:.1f}" r="3.6" fill="{colour}"/>')
            if label not in labelled or top < labelled[label][1]:
                labelled[label] = (left, top)
    for label, (left, top) in labelled.items():  # once, over the highest point of a board
        plot.text(left, top - 10, label, "value mid")
    return plot.svg()


def power_name(power):
    if power < 0:
        return f"{10**power:.{-power}f}"
    names = {0: "1", 1: "10", 2: "100", 3: "1,000", 4: "10,000", 5: "100,000", 6: "1 million",
             7: "10 million", 8: "100 million", 9: "1 billion", 10: "10 billion"}
    return names.get(power, f"1e{power}")
