/** What a check of `stoa doctor` says. */
export interface Finding {
  name: string
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  found: string
  /** What to do; null: nothing. */
  advice: string | null
}

export const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found, advice: null })
export const skipped = (name: string, found: string): Finding => ({ name, state: 'skipped', found, advice: null })
export const warning = (name: string, found: string, advice: string): Finding => ({
  name,
  state: 'warning',
  found,
  advice,
})
export const failed = (name: string, found: string, advice: string): Finding => ({
  name,
  state: 'failed',
  found,
  advice,
})
