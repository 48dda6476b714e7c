/** The log of the functions, with the metrics that the alarms watch. */

import type { Logger } from "@aws-lambda-powertools/logger";
import { type Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Log } from "@waldo/core/ports";

/** The namespace of the metrics below in CloudWatch. Their dimension is the service, one for each function. */
export const METRIC_NAMESPACE = "Waldo";

/** Events that are counted as well as logged. The alarms watch these names. */
export const COUNTED = [
  { event: "outbox.row", to: "dead", metric: "OutboxDead" },
  { event: "outbox.row", to: "unknown", metric: "OutboxUnknown" },
  { event: "run.transition", to: "FAILED", metric: "RunSilent" },
  { event: "run.resumed", metric: "RunResumed" },
  { event: "dream.phase", metric: "DreamPhase" },
  { event: "dream.failed", metric: "DreamPhaseFailed" },
  { event: "dream.refused", metric: "DreamRefused" },
  { event: "prompt.built", metric: "ModelTurn" },
  { event: "model.unavailable", metric: "ModelFallback" },
  { event: "model.breaker", to: "open", metric: "BreakerOpened" },
  { event: "memory.watermark", metric: "MemoryWatermark" },
] as const satisfies readonly { readonly event: string; readonly to?: string; readonly metric: string }[];

/**
 * Writes core's log as structured lines. The event is the message. Its fields are below `data`, so that no name can
 * collide.
 */
export function powertoolsLog(logger: Logger, metrics: Metrics): Log {
  return (level, event, fields = {}) => {
    logger[level](event, { data: fields });
    for (const counted of COUNTED)
      if (counted.event === event && (!("to" in counted) || counted.to === fields.to))
        metrics.addMetric(counted.metric, MetricUnit.Count, 1);
  };
}
