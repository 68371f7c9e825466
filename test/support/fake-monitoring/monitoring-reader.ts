import { requester } from '../requester.js';

/** A metric as far as one of the routes shows it. */
export interface ShownMetric {
  readonly average: number;
  readonly points: readonly number[];
  readonly latest: number;
  readonly timeAxisValues: readonly string[];
}
export type ShownMetrics = Readonly<Record<string, ShownMetric>>;

/** A row of `GET monitored-endpoints`. */
export interface ShownEndpoint {
  readonly name: string;
  readonly isStale: boolean;
  readonly endpointInstanceIds: readonly string[];
  readonly metrics: ShownMetrics;
  readonly connectedCount?: number;
  readonly disconnectedCount?: number;
}

/** The document of `GET monitored-endpoints/{name}`. */
export interface ShownDetails {
  readonly digest: { readonly metrics: ShownMetrics };
  readonly instances: readonly {
    readonly id: string;
    readonly name: string;
    readonly isStale: boolean;
    readonly metrics: ShownMetrics;
  }[];
  readonly messageTypes: readonly {
    readonly id: string;
    readonly typeName: string;
    readonly assemblyName?: string;
    readonly metrics: ShownMetrics;
  }[];
  readonly metricDetails: { readonly metrics: ShownMetrics };
}

/** Reads the metrics of whatever speaks Monitoring's API below an address with a final slash. */
export interface MonitoringReader {
  /** The query with its question mark, or nothing. */
  endpoints(query?: string): Promise<readonly ShownEndpoint[]>;
  /** The name as it goes into the path, already escaped. */
  details(name: string, query?: string): Promise<ShownDetails>;
}

export function monitoringReader(baseUrl: string): MonitoringReader {
  const { pathname } = new URL(baseUrl);
  const read = async (target: string): Promise<unknown> =>
    (await requester(baseUrl).get(`${pathname}monitored-endpoints${target}`)).json;
  return {
    endpoints: async (query = '') => (await read(query)) as readonly ShownEndpoint[],
    details: async (name, query = '') => (await read(`/${name}${query}`)) as ShownDetails,
  };
}
