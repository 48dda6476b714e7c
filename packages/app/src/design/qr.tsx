/**
 * Shows a link as a square that a phone's camera reads. The square is dark on light in both themes, because cameras
 * read such squares best.
 */
import { encode } from "uqr";

export function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const dark = data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
