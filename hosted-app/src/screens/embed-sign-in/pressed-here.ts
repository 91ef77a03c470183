/**
 * That a way in was pressed in this very window, for this very question of a widget. An address alone must not let a site
 * have its readers signed in without a press of theirs.
 */
const KEY = 'stoa.pressed'

/** `state`: the widget's question. */
export function rememberPress(state: string): void {
  try {
    window.sessionStorage.setItem(KEY, state)
  } catch {
    // Nothing can be kept: one more press is asked for.
  }
}

/** True when it was pressed here. */
export function wasPressed(state: string): boolean {
  try {
    return state !== '' && window.sessionStorage.getItem(KEY) === state
  } catch {
    return false
  }
}

/** One press counts once. */
export function forgetPress(): void {
  window.sessionStorage.removeItem(KEY)
}
