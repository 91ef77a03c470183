import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Button } from '../button/button.tsx'

it('a text that changes is shown, although a translator has replaced its node', () => {
  const { container, rerender } = render(<Button>1 new comment</Button>)
  const text = container.querySelector('span')?.firstChild
  const font = document.createElement('font')
  font.textContent = '1 neuer Kommentar'
  text?.parentNode?.replaceChild(font, text)
  rerender(<Button>2 new comments</Button>)
  expect(container.textContent).toBe('2 new comments')
  rerender(<Button busy>2 new comments</Button>)
  expect(container.textContent).toContain('2 new comments')
})
