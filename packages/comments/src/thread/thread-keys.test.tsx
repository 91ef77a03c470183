import { exampleBranch, exampleComment } from '@stoa/contract/fixtures'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { loadWriterTools, showThread, textBox } from '../testing/member-thread.tsx'

beforeAll(loadWriterTools)

it('moves with j and k and replies with r, but not during typing', async () => {
  showThread({ keys: 'page' })
  await screen.findByRole('region')
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(document.activeElement?.tagName).toBe('ARTICLE')
  })
  const articles = screen.getAllByRole('article')
  articles[0]?.focus()
  await userEvent.keyboard('jjk')
  expect(articles.indexOf(document.activeElement as HTMLElement)).toBe(1)
  await userEvent.keyboard('r')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
  await userEvent.keyboard('j')
  expect((document.activeElement as HTMLTextAreaElement).value).toBe('j')
})

it('quotes the selected text of a comment in a reply', async () => {
  showThread({
    comments: [exampleBranch(exampleComment('wren', { content: 'One thing. Another thing.' }))],
    keys: 'page',
  })
  await userEvent.hover(screen.getByRole('article'))
  const text = document.querySelector('.stoa-comment-text')?.firstChild
  if (!text) throw new Error('no text')
  await waitFor(() => {
    document.getSelection()?.setBaseAndExtent(text, 0, text, 10)
    fireEvent(document, new Event('selectionchange'))
    expect(screen.getByRole('button', { name: 'Quote' })).toBeTruthy()
  })
  await userEvent.click(screen.getByRole('button', { name: 'Quote' }))
  await waitFor(() => expect(textBox('Write a reply to Winter Wren').value).toBe('> One thing.\n'))
})

it('completes mentions by keyboard from the people in the thread', async () => {
  showThread()
  await userEvent.type(textBox(), 'Hi @')
  await screen.findByRole('button', { name: 'Comment' })
  await userEvent.keyboard('w')
  const list = screen.getByRole('listbox')
  expect(
    within(list)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['WWWinter Wren@winter_wren'])
  expect(textBox().getAttribute('aria-controls')).toBe(list.id)
  expect(document.getElementById(textBox().getAttribute('aria-activedescendant') ?? '')?.textContent).toContain('Wren')
  await userEvent.keyboard('{Enter}')
  expect(textBox().value).toBe('Hi @winter_wren ')
  expect(screen.queryByRole('listbox')).toBeNull()
})
