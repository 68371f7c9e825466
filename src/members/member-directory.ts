import type { Member } from './member.js';

/**
 * Who the members are. Also the injection token: whoever implements it (settings, registry, an outside module) is what
 * everyone else asks.
 */
export abstract class MemberDirectory {
  /** Members that serve a surface, the lead first; at most one request's worth of consistency is promised. */
  abstract membersOf(surfaceName: string): readonly Member[];
}
