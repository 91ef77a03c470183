/**
 * Records that a sign-in method was pressed in this window for this widget's request. An address alone must not let a
 * site sign its readers in.
 */
const KEY = 'stoa.pressed'

/** `state`: identifies the widget's request. */
export function rememberPress(state: string): void {
  try {
    window.sessionStorage.setItem(KEY, state)
  } catch {
    // Without storage, one more press is needed.
  }
}

/** True if it was pressed here. */
export function wasPressed(state: string): boolean {
  try {
    return state !== '' && window.sessionStorage.getItem(KEY) === state
  } catch {
    return false
  }
}

/** A press counts once. */
export function forgetPress(): void {
  window.sessionStorage.removeItem(KEY)
}
