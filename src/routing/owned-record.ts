/**
 * A kind of record that commands address by id, and how to ask a member whether it holds one. Members do not tolerate
 * ids they do not know (contract 9.3, 9.4), so a command goes only where the record is.
 */
export interface OwnedRecord {
  /** Names the kind in the owner cache and in problems: `failed-message`. */
  readonly kind: string;
  /** Different spellings of one id must give the same text (contract 3.4). */
  canonical(id: string): string;
  /** Raw paths of the existence check: the member holds the record when any answers 2xx. */
  probePaths(id: string): readonly string[];
  /** Holders change by themselves, so what a check found is not remembered. */
  readonly isFleeting?: boolean;
  /** Members hold parts of one record: one that could not be asked may hold a part even when others were found to. */
  readonly isShared?: boolean;
  /** For members whose probe answers 200 whatever is asked: whether this body shows the record. */
  isShownBy?(body: Buffer, id: string): boolean;
}

/** GUIDs come in any letter case and with the prefixes of RavenDB's document ids (contract 3.4, 15.19). */
export function bareId(id: string): string {
  return id.replace(/^(?:FailedMessages|CustomChecks)\//i, '').toLowerCase();
}
