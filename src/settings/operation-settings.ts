import type { Milliseconds } from './duration.js';
import { bus, database } from './address-kinds.js';
import { Setting, SettingGroup } from './setting.js';
import { choice, cron, duration, filledText, flag, port, size, wholeNumber } from './setting-kinds.js';
import type { Bytes } from './size.js';

/** Levels of log lines, from everything to almost nothing. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

export type LogLevel = (typeof logLevels)[number];

/** What one request may use. */
export class LimitsSettings {
  /** Largest request body; the default is that of ServiceControl's own web server. */
  @Setting(size({ atLeast: 1_000 }))
  readonly bodyBytes!: Bytes;
}

/** The gateway's own log. */
export class LogSettings {
  /** Least serious lines that are written. */
  @Setting(choice(...logLevels))
  readonly level!: LogLevel;

  /** `json`, one object a line, or `pretty`, for people. Unset: `pretty` on a terminal, else `json`. */
  @Setting(choice('json', 'pretty'), { optional: true })
  readonly format?: 'json' | 'pretty';
}

/** Figures for Prometheus. */
export class MetricsSettings {
  /** Port that serves `/metrics`. Unset: none. */
  @Setting(port, { optional: true })
  readonly port?: number;
}

/** Traces over OTLP. */
export class TracingSettings {
  /** Send traces; where to is said by the standard `OTEL_*` variables. */
  @Setting(flag)
  readonly enabled!: boolean;
}

/** Members, servers and agents kept in a database. */
export class RegistrySettings {
  /** `sqlite:path` or `postgres://...`. Set: registry, console and operator routes are on. */
  @Setting(database, { optional: true, secret: 'password' })
  readonly database?: string;

  /** Where members come from: `settings`, the `registry`, or `both`. */
  @Setting(choice('settings', 'registry', 'both'))
  readonly membersFrom!: 'settings' | 'registry' | 'both';

  /** With authentication off, let console and operator routes be used from other machines too. */
  @Setting(flag)
  readonly allowAnonymousOperators!: boolean;
}

/** WebSocket links that agents open to the gateway. */
export class AgentLinkSettings {
  /** Accept links on `/agent-link`. Has no effect without a registry. */
  @Setting(flag)
  readonly enabled!: boolean;
}

/** The processes that run beside installations nobody can call into. */
export class AgentsSettings {
  @SettingGroup(AgentLinkSettings)
  readonly link!: AgentLinkSettings;

  /** Message bus to agents: Service Bus connection string or `amqp://...`. Unset: none. */
  @Setting(bus, { optional: true, secret: 'password' })
  readonly bus?: string;

  /** Beginning of every queue and topic name on the bus. */
  @Setting(filledText)
  readonly busPrefix!: string;

  /** Pause between two heartbeats of an agent. */
  @Setting(duration({ atLeast: 100 }))
  readonly heartbeatInterval!: Milliseconds;

  /** Age of the last heartbeat at which an agent counts as gone. */
  @Setting(duration({ atLeast: 100 }))
  readonly staleAfter!: Milliseconds;

  /** Reach an agent over HTTP when bus and link are silent: only ever verified, only before anything is sent. */
  @Setting(flag)
  readonly allowHttpFallback!: boolean;

  /** Most agents that wait for an operator's decision; further ones are turned away. */
  @Setting(wholeNumber({ from: 1, to: 1_000_000 }))
  readonly maxPending!: number;
}

/** The job that keeps each server's Online flag. */
export class AvailabilitySettings {
  /** When it runs: cron with seconds first. */
  @Setting(cron)
  readonly schedule!: string;
}
