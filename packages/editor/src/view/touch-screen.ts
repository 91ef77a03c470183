export const TOUCH_SCREEN = '(hover: none) and (pointer: coarse)'

/** Whether fingers are what people point with: controls stand above the keyboard then. */
export function isTouchScreen(): boolean {
  return window.matchMedia(TOUCH_SCREEN).matches
}
