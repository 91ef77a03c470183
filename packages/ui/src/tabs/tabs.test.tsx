import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { I18nProvider } from '../i18n/i18n-provider.tsx'
import { TabLinks } from './tab-links.tsx'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

const TABS = [
  { id: 'posts', label: 'Posts', count: 1234 },
  { id: 'about', label: 'About' },
  { id: 'members', label: 'Members' },
]

function Community() {
  const [current, setCurrent] = useState('posts')
  return (
    <Tabs label="Community" tabs={TABS} current={current} onChange={setCurrent}>
      This is {current}.
    </Tabs>
  )
}

it.each([
  ['en', '{ArrowRight}', '{ArrowLeft}'],
  ['ar', '{ArrowLeft}', '{ArrowRight}'],
])('moves by arrow keys in the reading direction: %s', async (locale, onwards, back) => {
  render(
    <I18nProvider locale={locale}>
      <Community />
    </I18nProvider>,
  )
  await userEvent.tab()
  await userEvent.keyboard(onwards)
  expect(screen.getByRole('tabpanel', { name: 'About' }).textContent).toBe('This is about.')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'About', selected: true }))
  await userEvent.keyboard(back + back)
  expect(screen.getByRole('tabpanel').textContent).toBe('This is members.')
})

it('renders pages as links and lets the application handle a press', async () => {
  const onNavigate = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
  render(
    <TabLinks
      label="Community"
      current="about"
      onNavigate={onNavigate}
      tabs={TABS.map((tab) => ({ ...tab, href: `/bbs/FORUM/${tab.id}` }))}
    />,
  )
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('About')
  await userEvent.click(screen.getByRole('link', { name: /Posts/ }))
  expect(onNavigate).toHaveBeenCalledWith(expect.anything(), '/bbs/FORUM/posts')
})

it.each([
  ['behind the end', { left: 400, right: 460 }, 200],
  ['before the start', { left: -70, right: -10 }, -110],
  ['in view', { left: 100, right: 160 }, 0],
])('scrolls the current link into view if it is %s', (_, tab, scrolled) => {
  const boxes = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const { left, right } = this.matches('nav') ? { left: 0, right: 300 } : tab
    return new DOMRect(left, 0, right - left, 40)
  })
  render(<TabLinks label="Community" current="about" tabs={TABS.map((one) => ({ ...one, href: `/${one.id}` }))} />)
  expect(screen.getByRole('navigation').scrollLeft).toBe(scrolled)
  boxes.mockRestore()
})
