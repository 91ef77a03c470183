import { pageStorage } from '@stoa/client'

/**
 * Records that a sign-in method was pressed in this window for this widget's request. An address alone must not let a
 * site sign its readers in.
 */
const KEY = 'stoa.pressed'

/** `state`: identifies the widget's request. */
export function rememberPress(state: string): void {
  // Without storage, one more press is needed.
  pageStorage('session').setItem(KEY, state)
}

/** True if it was pressed here. */
export function wasPressed(state: string): boolean {
  return state !== '' && pageStorage('session').getItem(KEY) === state
}

/** A press counts once. */
export function forgetPress(): void {
  pageStorage('session').removeItem(KEY)
}
