import { instantFrom } from '../support/fake-primary/instant.js';
import { startInstallation, type Installation } from '../support/installation.js';
import { demoDescriptions, failedMessagesOf, type DemoDescription, type DemoKey } from './demo-data.js';

/** How often accepted commands go one state further. */
const turnMs = 1000;

export interface Placing {
  readonly host: string;
  readonly primaryPort: number;
  readonly monitoringPort: number;
}

/** One running fake installation of the demo. */
export interface DemoInstallation {
  readonly key: DemoKey;
  readonly installation: Installation;
  /** Of its failed messages, the newest first. */
  readonly ids: readonly string[];
}

/** @throws Error when the demo has no installation of this key */
export function describeInstallation(key: string): DemoDescription {
  const found = demoDescriptions.find((description) => description.key === key);
  if (found !== undefined) return found;
  throw new Error(`the demo has no installation "${key}", only ${demoDescriptions.map((one) => one.key).join(', ')}`);
}

/** Starts one installation with its failed messages and reporting endpoints; its time is the real one. */
export async function startDemoInstallation(description: DemoDescription, placing: Placing): Promise<DemoInstallation> {
  const { key, name, persister, version } = description;
  const clock = (): ReturnType<typeof instantFrom> => instantFrom(new Date().toISOString());
  const installation = await startInstallation({
    key,
    name,
    persister,
    version,
    host: placing.host,
    primary: { port: placing.primaryPort, clock },
    monitoring: { port: placing.monitoringPort },
  });
  for (const endpoint of description.endpoints) {
    const figures = { perSecond: 2, processingTime: 40, criticalTime: 120, queueLength: 3 };
    installation.monitoring.keepsReporting({ endpoint, ...figures });
  }
  return { key, installation, ids: installation.primary.hasFailedMessages(failedMessagesOf(description, new Date())) };
}

/** From now on commands run step by step, as in a real installation, until the result is called. */
export function keepTurning(installations: readonly DemoInstallation[]): () => void {
  const timer = setInterval(() => {
    for (const { installation } of installations) installation.primary.tick();
  }, turnMs);
  return () => {
    clearInterval(timer);
  };
}
