import type { DocumentRule } from '../../aggregation/merge-documents.strategy.js';

/** A report can be made when every member can make one; else the first refusing member's answer (proposal 11). */
export const reportAvailability: DocumentRule = {
  words: 'yes when all say yes',
  merge: (documents) => {
    const refusing = documents.find(({ row }) => row.boolean('report_can_be_generated') === false);
    return (refusing ?? documents[0])?.row.bytes ?? Buffer.from('{}');
  },
};

/** Customer and end of a member's report, from its `Content-Disposition` (licensing contract 3.4). */
export interface ReportName {
  readonly customer: string;
  /** `20240424-000000` */
  readonly timestamp: string;
}

/** The file name in a `Content-Disposition` header: a plain token, quoted, or a quoted MIME word. */
export function fileNameOf(disposition: string | undefined): string | undefined {
  const found = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '');
  const text = (found?.[1] ?? found?.[2])?.replace(/\\(.)/g, '$1');
  const word = /^=\?utf-8\?B\?([A-Za-z0-9+/=]+)\?=$/i.exec(text ?? '')?.[1];
  return word === undefined ? text : Buffer.from(word, 'base64').toString();
}

/** Reads a report's name; the customer may be empty and may hold any character. */
export function readReportName(fileName: string | undefined): ReportName | undefined {
  const found = /^(.*)\.throughput-report-(\d{8}-\d{6})\.zip$/s.exec(fileName ?? '');
  return found === null ? undefined : { customer: found[1] ?? '', timestamp: found[2] ?? '' };
}

/** A text that is safe as part of a file name and of a header: no slashes, control characters or quotes. */
export function safeFileName(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\\/:*?"<>|;]/g, '_').replace(/[^ -~]/g, '_');
}
