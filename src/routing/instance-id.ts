/** Never part of a member key, nor of what ServiceControl writes (contract 3.5). */
const separator = '~';

/** An id as a caller sends it back. */
export interface InstanceId {
  /** Whether a gateway wrote it. */
  readonly prefixed: boolean;
  /** The member named in a prefixed id, known or not. */
  readonly memberKey?: string;
  /** The id as that member wrote it; empty when it wrote none. */
  readonly original: string;
}

/** `{memberKey}~{original}` (decision 18). */
export function prefixedId(memberKey: string, original: string): string {
  return `${memberKey}${separator}${original}`;
}

/** The reverse of `prefixedId`, split at the first separator: what follows may be another gateway's prefixed id. */
export function readInstanceId(id: string | undefined): InstanceId {
  const at = id?.indexOf(separator) ?? -1;
  if (id === undefined || at < 0) return { prefixed: false, original: id ?? '' };
  return { prefixed: true, memberKey: id.slice(0, at), original: id.slice(at + 1) };
}

/**
 * A member's `body_url` with the member named in its `instance_id`, every other character as it was. Members write
 * `/messages/{id}/body?instance_id={id}` (contract 8.4); without an `instance_id` an empty one of that member is added.
 */
export function addInstanceId(bodyUrl: string, memberKey: string): string {
  const parameter = /[?&]instance_id=/i.exec(bodyUrl);
  if (parameter !== null) {
    const at = parameter.index + parameter[0].length;
    return `${bodyUrl.slice(0, at)}${prefixedId(memberKey, '')}${bodyUrl.slice(at)}`;
  }
  const joint = bodyUrl.includes('?') ? '&' : '?';
  return `${bodyUrl}${joint}instance_id=${prefixedId(memberKey, '')}`;
}
