import type { Community } from '@stoa/contract'
import { loadCommunity, type Stoa } from '@stoa/store'

/** The rules of a community, loaded if unknown. Empty if that fails. */
export async function loadCommunityRules(stoa: Stoa, tokenName: string): Promise<Community['rules']> {
  try {
    return (stoa.state.getState().communities[tokenName] ?? (await loadCommunity(stoa, tokenName))).rules
  } catch {
    // A report doesn't need the rules.
    return []
  }
}
