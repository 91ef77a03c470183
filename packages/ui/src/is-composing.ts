/**
 * Whether a key belongs to an input method, such as the Enter that confirms Japanese text. Safari sends that one after the
 * composition, with the key code 229.
 */
export function isComposing(event: KeyboardEvent | { nativeEvent: KeyboardEvent }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  // Deprecated, but nothing else tells in Safari.
  return key.isComposing || key.keyCode === 229
}
