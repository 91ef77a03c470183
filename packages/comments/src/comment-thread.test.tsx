import { StoaError } from '@stoa/client'
import { allow, deny, errors } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleMe, exampleThread } from '@stoa/contract/fixtures'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { CommentThread, type CommentThreadProps } from './comment-thread.tsx'
import { storyActions, storyDrafts, storyLinks } from './story-actions.ts'
import type { CommentActions } from './thread-context.ts'

// Transforming the chunk on a busy machine takes longer than the tests wait for a button.
beforeAll(async () => {
  await import('./writing.ts')
})

function show(over: Partial<CommentThreadProps> = {}, actions: Partial<CommentActions> = {}, drafts = storyDrafts()) {
  const props: CommentThreadProps = {
    threadId: 'p1',
    comments: exampleThread(),
    total: 14,
    viewer: exampleMe(),
    permission: allow,
    actions: storyActions(actions, drafts),
    links: storyLinks,
    ...over,
  }
  const view = render(<CommentThread {...props} />)
  return {
    ...view,
    change: (next: Partial<CommentThreadProps>) => view.rerender(<CommentThread {...props} {...next} />),
  }
}

const box = (name = 'Write a comment') => screen.getByRole<HTMLTextAreaElement>('textbox', { name })

describe('reading', () => {
  it('shows comments as articles named by their author, replies with whom they answer', () => {
    show()
    const names = screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'))
    expect(names).toEqual([
      'Comment by Grey Heron',
      'Comment by River Otter',
      'Reply by Grey Heron to River Otter',
      'Comment by Winter Wren',
      'Comment by anonymous',
    ])
  })

  it('draws links, mentions, quotes and line ends as elements, and no other markup', () => {
    const content = '<b onclick=alert(1)>hi</b>\nhttps://example.org/a @river_otter'
    const mentions = [{ userId: 'u0000000000000000001', username: 'river_otter', slugUrl: 'river_otter' }]
    show({ comments: [exampleBranch(exampleComment('wren', { content: `> old\n${content}`, mentions }))] })
    const text = document.querySelector('.stoa-comment-text')
    expect(text?.querySelector('b')).toBeNull()
    expect(text?.querySelector('blockquote')?.textContent).toBe('old')
    expect(text?.querySelectorAll('br')).toHaveLength(1)
    const link = screen.getByRole('link', { name: 'https://example.org/a' })
    expect(link.getAttribute('rel')).toBe('nofollow ugc noopener')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(screen.getByRole('link', { name: '@river_otter' }).getAttribute('href')).toBe('/author/river_otter')
  })

  it('keeps the replies of a hidden comment readable below a placeholder', () => {
    const hidden = exampleComment('otter', { content: null, status: 2 })
    show({ comments: [exampleBranch(hidden, [exampleComment('wren', { content: 'I agree.' })])] })
    expect(screen.getByText('This comment was deleted by its author.')).toBeTruthy()
    expect(screen.getByText('I agree.')).toBeTruthy()
  })

  it('marks what waits for approval, and what moderators see the score of', async () => {
    const waiting = exampleComment('newt', { content: 'mine', status: 5 })
    const scored = exampleComment('wren', { content: 'rude', moderationScore: 80 })
    show({ comments: [exampleBranch(waiting), exampleBranch(scored)] })
    expect(await screen.findByText('Waiting for approval')).toBeTruthy()
    expect(await screen.findByText('Moderation score 80')).toBeTruthy()
  })

  it('tells the author of a hidden comment who hid it and why, and restores nothing that others hid', async () => {
    const hidden = exampleComment('newt', {
      content: 'mine',
      status: 1,
      hidden: { reason: 'nudity', by: 'community' },
    })
    show({ comments: [exampleBranch(hidden)] })
    expect(await screen.findByText(/Hidden by a moderator/)).toBeTruthy()
    expect(screen.getByText('Nudity')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  })

  it('says how many replies are left and loads them', async () => {
    const loadReplies = vi.fn()
    const branch = exampleBranch(exampleComment('heron', { numComments: 9 }), [exampleComment('otter')], true)
    show({ comments: [branch] }, { loadReplies })
    await userEvent.click(screen.getByRole('button', { name: 'Show 8 more replies' }))
    expect(loadReplies).toHaveBeenCalledWith(branch.id)
  })

  it('hands the focus to the first new comment when nothing more is left to load', async () => {
    const more = exampleBranch(exampleComment('wren', { content: 'the last one' }))
    const view = show(
      { hasMore: true },
      { loadMore: () => view.change({ hasMore: false, comments: [...exampleThread(), more] }) },
    )
    await userEvent.click(screen.getByRole('button', { name: 'Load more comments' }))
    await waitFor(() => expect(document.activeElement?.textContent).toContain('the last one'))
  })

  it('announces new comments and shows them only on demand', async () => {
    const showFresh = vi.fn()
    show({ fresh: { p1: ['1', '2', '3'] } }, { showFresh })
    const button = within(screen.getByRole('status')).getByRole('button', { name: '3 new comments' })
    expect(showFresh).not.toHaveBeenCalled()
    await userEvent.click(button)
    expect(showFresh).toHaveBeenCalledWith(null)
  })

  it('offers another try after a failure, and an invitation when there is nothing yet', async () => {
    const reload = vi.fn()
    const view = show({ comments: [], status: 'error' }, { reload })
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
    expect(reload).toHaveBeenCalledOnce()
    view.change({ comments: [], status: 'ready', total: 0 })
    expect(screen.getByText('No comments yet.')).toBeTruthy()
  })

  it('reacts', async () => {
    const react = vi.fn()
    const [first] = exampleThread()
    if (!first) return
    show({ comments: [first], reactions: { [first.id]: 'thumb-up' } }, { react })
    await userEvent.click(screen.getByRole('button', { name: 'Like, 48 people', pressed: true }))
    expect(react).toHaveBeenCalledWith(first.id, null)
  })
})

describe('writing', () => {
  it('loses neither focus nor typed characters while the writing parts load', async () => {
    show()
    const before = box()
    before.focus()
    fireEvent.input(before, { target: { value: 'Hello' } })
    expect(await screen.findByText('Posting as Palmate Newt')).toBeTruthy()
    expect(box()).toBe(before)
    expect(document.activeElement).toBe(before)
    expect(before.value).toBe('Hello')
  })

  it('sends by button and by Ctrl+Enter, once, and then clears box and draft', async () => {
    let finish = () => {}
    const submit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const drafts = storyDrafts()
    show({}, { submit }, drafts)
    await userEvent.type(box(), ' Hello @river_otter ')
    await waitFor(() => expect(drafts.get('p1 comment')).not.toBe(''))
    await screen.findByRole('button', { name: 'Comment' })
    await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
    expect(submit).toHaveBeenCalledOnce()
    expect(submit).toHaveBeenCalledWith({
      content: ' Hello @river_otter ',
      anonymous: false,
      draftKey: 'p1 comment',
    })
    expect(drafts.get('p1 comment')).toBe(' Hello @river_otter ')
    finish()
    await waitFor(() => expect(box().value).toBe(''))
    expect(drafts.get('p1 comment')).toBe('')
  })

  it.each([
    [errors.BANNED.message, 'You were banned from this community.'],
    [errors.RATE_LIMITED.message, "You're posting too frequently please take a short break before posting again."],
    [errors.COMMENT_HIDDEN.message, errors.COMMENT_HIDDEN.message],
  ])('keeps the text when the server answers %j', async (message, alert) => {
    show({}, { submit: () => Promise.reject(new StoaError('INTERNAL', { message })) })
    await userEvent.type(box(), 'Hello')
    await userEvent.click(await screen.findByRole('button', { name: 'Comment' }))
    expect(await screen.findByText(alert)).toBeTruthy()
    expect(box().value).toBe('Hello')
  })

  it('sends neither blank nor too long texts, and counts code points', async () => {
    const submit = vi.fn(() => Promise.resolve())
    show({}, { submit })
    box().focus()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Comment' })
    fireEvent.input(box(), { target: { value: ' \u200b\u2060\n' } })
    await waitFor(() => expect(button.disabled).toBe(true))
    fireEvent.input(box(), { target: { value: '😀'.repeat(2001) } })
    expect(await screen.findByText('1 character too long')).toBeTruthy()
    expect(button.disabled).toBe(true)
    fireEvent.input(box(), { target: { value: '😀'.repeat(2000) } })
    expect(await screen.findByText('0 characters left')).toBeTruthy()
    expect(button.disabled).toBe(false)
  })

  it('shows a kept draft again', async () => {
    const drafts = storyDrafts()
    drafts.set('p1 comment', 'half a thought')
    show({}, {}, drafts)
    await waitFor(() => expect(box().value).toBe('half a thought'))
    expect(await screen.findByRole('button', { name: 'Comment' })).toBeTruthy()
  })

  it('follows what happens to its draft elsewhere: taken for sending, put back', async () => {
    const drafts = storyDrafts()
    show({}, {}, drafts)
    await userEvent.type(box(), 'Hello')
    await waitFor(() => expect(drafts.get('p1 comment')).toBe('Hello'))
    drafts.set('p1 comment', '')
    expect(box().value).toBe('')
    drafts.set('p1 comment', 'Hello again')
    expect(box().value).toBe('Hello again')
  })

  it('lets a visitor write, asks to sign in on sending, and keeps the text', async () => {
    const signIn = new StoaError('AUTH_REQUIRED', errors.AUTH_REQUIRED)
    const submit = vi.fn(() => Promise.reject(signIn))
    show({ viewer: null, permission: deny('AUTH_REQUIRED') }, { submit })
    await userEvent.type(box(), 'Hello')
    expect(screen.queryByRole('button', { name: 'Comment anonymously' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in to comment' }))
    expect(submit).toHaveBeenCalledOnce()
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(box().value).toBe('Hello')
  })

  it('signs out beside the name, and keeps the text', async () => {
    const signOut = vi.fn(() => Promise.resolve())
    const actions = storyActions({ signOut })
    const { change } = show({ actions })
    await userEvent.type(box(), 'Hello')
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
    expect(signOut).toHaveBeenCalledOnce()
    change({ actions, viewer: null, permission: deny('AUTH_REQUIRED') })
    expect(await screen.findByText('You are signed out. Your text is still here.')).toBeTruthy()
    expect(screen.queryByText(/Posting as/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
    expect(document.activeElement).toBe(box())
    expect(box().value).toBe('Hello')
  })

  it('says why signing out failed, and stays', async () => {
    const offline = new StoaError('NETWORK', { message: 'The server could not be reached.' })
    show({}, { signOut: () => Promise.reject(offline) })
    await userEvent.click(box())
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
    expect(await screen.findByText(/The server could not be reached/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
  })

  it('offers signing out only where the page around has no way, and to the banned too', async () => {
    const { change } = show()
    await userEvent.click(box())
    await screen.findByText('Posting as Palmate Newt')
    expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
    change({ permission: deny('BANNED'), actions: storyActions({ signOut: () => Promise.resolve() }) })
    expect(await screen.findByRole('button', { name: 'Sign out' })).toBeTruthy()
  })

  it('sends without a name where that is allowed', async () => {
    const submit = vi.fn(() => Promise.resolve())
    show({ viewer: null, permission: deny('AUTH_REQUIRED'), allowAnonymous: true }, { submit })
    await userEvent.type(box(), 'Hello')
    await userEvent.click(await screen.findByRole('button', { name: 'Comment anonymously' }))
    expect(submit).toHaveBeenCalledWith(expect.objectContaining({ content: 'Hello', anonymous: true }))
  })

  it('tells a banned member so instead of a box, and offers no replies', () => {
    show({ permission: deny('BANNED') })
    expect(screen.getByText('You were banned from this community.')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull()
  })

  it('completes mentions by keyboard from the people in the thread', async () => {
    show()
    await userEvent.type(box(), 'Hi @')
    await screen.findByRole('button', { name: 'Comment' })
    await userEvent.keyboard('w')
    const list = screen.getByRole('listbox')
    expect(
      within(list)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['WWWinter Wren@winter_wren'])
    expect(box().getAttribute('aria-controls')).toBe(list.id)
    expect(document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent).toContain('Wren')
    await userEvent.keyboard('{Enter}')
    expect(box().value).toBe('Hi @winter_wren ')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('replies in place', async () => {
    const submit = vi.fn(() => Promise.resolve())
    const [first] = exampleThread()
    if (!first) return
    show({ comments: [first] }, { submit })
    const [reply] = screen.getAllByRole('button', { name: 'Reply' })
    if (reply) await userEvent.click(reply)
    await waitFor(() => expect(document.activeElement).toBe(box('Write a reply to grey_heron')))
    await screen.findByRole('button', { name: 'Cancel' })
    await userEvent.keyboard('No.')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(submit).toHaveBeenCalledWith(expect.objectContaining({ replyToCommentId: first.id })))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Write a reply to grey_heron' })).toBeNull())
  })

  it('edits in place, and asks before changes are thrown away', async () => {
    const edit = vi.fn(() => Promise.resolve())
    const mine = exampleBranch(exampleComment('newt', { content: 'Frist' }))
    show({ comments: [mine] }, { edit })
    const open = async () => {
      await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
      await screen.findByRole('button', { name: 'Save' })
      return box('Edit your comment')
    }
    const area = await open()
    expect(area.value).toBe('Frist')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    fireEvent.input(area, { target: { value: 'First' } })
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(area.value).toBe('First')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(edit).toHaveBeenCalledWith({ commentId: mine.id, content: 'First', editedAt: null })
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit your comment' })).toBeNull())
    const again = await open()
    fireEvent.input(again, { target: { value: 'Other' } })
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.getByText('Frist')).toBeTruthy()
  })
})

describe('keyboard', () => {
  it('walks with j and k and replies with r, but never while typing', async () => {
    show({ pageKeys: true })
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
    show({
      comments: [exampleBranch(exampleComment('wren', { content: 'One thing. Another thing.' }))],
      pageKeys: true,
    })
    const text = document.querySelector('.stoa-comment-text')?.firstChild
    if (!text) throw new Error('no text')
    await waitFor(() => {
      document.getSelection()?.setBaseAndExtent(text, 0, text, 10)
      fireEvent(document, new Event('selectionchange'))
      expect(screen.getByRole('button', { name: 'Quote' })).toBeTruthy()
    })
    await userEvent.click(screen.getByRole('button', { name: 'Quote' }))
    await waitFor(() => expect(box('Write a reply to winter_wren').value).toBe('> One thing.\n'))
  })
})
