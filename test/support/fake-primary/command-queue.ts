import type { Clock } from './clock.js';

/** A command that ended in the member's error handling; nothing of it shows in the API. */
export interface CommandFault {
  readonly command: string;
  /** What it was about, for example the id. */
  readonly subject: string;
  readonly error: string;
  readonly at: string;
}

interface Command {
  readonly name: string;
  readonly subject: string;
  handle(): void;
}

/** The member's own queue: commands wait until the clock ticks, and a throwing handler ends in the fault log. */
export class CommandQueue {
  private readonly faults: CommandFault[] = [];
  private waiting: Command[] = [];

  constructor(private readonly clock: Clock) {}

  get faultLog(): readonly CommandFault[] {
    return this.faults;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  send(name: string, subject: string, handle: () => void): void {
    this.waiting.push({ name, subject, handle });
  }

  /** Handles what is waiting now; what handlers send waits for the next time. */
  handleAll(): void {
    const commands = this.waiting;
    this.waiting = [];
    for (const command of commands) this.handle(command);
  }

  private handle({ name, subject, handle }: Command): void {
    try {
      handle();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.faults.push({ command: name, subject, error: text, at: this.clock().text });
    }
  }
}
