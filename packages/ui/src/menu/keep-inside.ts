/**
 * Marks a box that hangs below an anchor where it would leave the window: `data-above` when there is more room above,
 * `data-edge="start"` or `"end"` when it reaches over that edge. The sheets do the rest.
 */
export function keepInside(box: HTMLElement, anchor: HTMLElement): void {
  const { left, right, bottom, height } = box.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  if (bottom > clientHeight && anchor.getBoundingClientRect().top > height) box.dataset.above = ''
  const rightToLeft = getComputedStyle(box).direction === 'rtl'
  if (left < 0) box.dataset.edge = rightToLeft ? 'end' : 'start'
  else if (right > clientWidth) box.dataset.edge = rightToLeft ? 'start' : 'end'
}
