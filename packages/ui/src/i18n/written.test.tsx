import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { I18nProvider } from './i18n-provider.tsx'
import { useWritten, Written, WrittenIn } from './written.tsx'

const HEBREW = 'מי בא לים בשבת?'

function About({ text }: { text: string }) {
  return <p {...useWritten()(text)}>{text}</p>
}

const look = (element: Element | null) => [element?.getAttribute('dir'), element?.getAttribute('lang')]

it('gives a text its direction, and its language where that isn’t the page’s', () => {
  expect(look(render(<About text={HEBREW} />).container.firstElementChild)).toEqual(['auto', 'he'])
  expect(look(render(<About text="Who comes to the sea?" />).container.firstElementChild)).toEqual(['auto', null])
  const { container } = render(
    <I18nProvider locale="he">
      <About text={HEBREW} />
      <Written>Who comes to the sea?</Written>
    </I18nProvider>,
  )
  expect(look(container.querySelector('p'))).toEqual(['auto', null])
  expect(look(container.querySelector('bdi'))).toEqual(['auto', ''])
})

it('compares with the language of the element around', () => {
  const { container } = render(
    <I18nProvider locale="he">
      <WrittenIn value="en">
        <About text={HEBREW} />
        <Written>Who comes to the sea?</Written>
      </WrittenIn>
    </I18nProvider>,
  )
  expect(look(container.querySelector('p'))).toEqual(['auto', 'he'])
  expect(look(container.querySelector('bdi'))).toEqual(['auto', null])
})
