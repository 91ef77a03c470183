import type { Community } from '@stoa/contract'
import { loadCommunity, putMembersOnly, type Stoa, watch } from '@stoa/store'

/** The rules of a community, loaded if unknown. Empty if that fails. */
export async function loadCommunityRules(stoa: Stoa, tokenName: string): Promise<Community['rules']> {
  try {
    return (stoa.state.getState().communities[tokenName] ?? (await loadCommunity(stoa, tokenName))).rules
  } catch {
    // A report doesn't need the rules.
    return []
  }
}

/** Learns who may write in a community, now and as long as somebody writes there. Returns the function that ends it. */
export function watchCommunity(stoa: Stoa, tokenName: string): () => void {
  loadCommunity(stoa, tokenName).then(
    ({ membersOnly = false }) => putMembersOnly(stoa, tokenName, membersOnly),
    // The server says it on sending.
    () => {},
  )
  return watch(stoa, { communities: [tokenName] })
}
