import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** A reply's body while it arrives: a slow reader stops the member, a reader who leaves ends the reply. */
export class RelayedBody extends Readable {
  private hasEnded = false;

  constructor(private readonly controller: Dispatcher.DispatchController) {
    super();
    // It may break before its reader has got it; the reader finds it broken.
    this.on('error', () => undefined);
  }

  /** @returns false when nothing more should be added until the reader has taken something */
  add(chunk: Buffer): boolean {
    return this.push(chunk);
  }

  end(): void {
    this.hasEnded = true;
    this.push(null);
  }

  fail(fault: Error): void {
    this.destroy(fault);
  }

  override _read(): void {
    this.controller.resume();
  }

  override _destroy(fault: Error | null, done: (fault: Error | null) => void): void {
    if (!this.hasEnded) this.controller.abort(fault ?? new Error('the reader left'));
    done(fault);
  }
}
