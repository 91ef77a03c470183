/**
 * Marks a popup that would leave the window: `data-above` if there is more space above, `data-edge="start"` or `"end"`
 * if it crosses that edge. The style sheets handle the rest.
 */
export function keepInside(box: HTMLElement, anchor: HTMLElement): void {
  const { left, right, bottom, height } = box.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  if (bottom > clientHeight && anchor.getBoundingClientRect().top > height) box.dataset.above = ''
  const rightToLeft = getComputedStyle(box).direction === 'rtl'
  if (left < 0) box.dataset.edge = rightToLeft ? 'end' : 'start'
  else if (right > clientWidth) box.dataset.edge = rightToLeft ? 'start' : 'end'
}
