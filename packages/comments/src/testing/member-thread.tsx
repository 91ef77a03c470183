import { allow } from '@stoa/contract'
import { exampleMe, exampleThread } from '@stoa/contract/fixtures'
import { render, screen } from '@testing-library/react'
import { CommentThread, type CommentThreadProps } from '../comment-thread.tsx'
import type { CommentActions } from '../thread-context.ts'
import { storyActions, storyDrafts, storyLinks } from './story-actions.ts'

/** A thread of made-up comments as a member sees it, unless something else is said. */
export function MemberThread(over: Partial<CommentThreadProps>) {
  return (
    <CommentThread
      threadId="p1"
      comments={exampleThread()}
      total={14}
      viewer={exampleMe()}
      permission={allow}
      actions={storyActions()}
      links={storyLinks}
      {...over}
    />
  )
}

/** Shows that thread; `change` gives it other props beside those it has. */
export function showThread(
  over: Partial<CommentThreadProps> = {},
  actions: Partial<CommentActions> = {},
  drafts = storyDrafts(),
) {
  const props = { actions: storyActions(actions, drafts), ...over }
  const view = render(<MemberThread {...props} />)
  return {
    ...view,
    change: (next: Partial<CommentThreadProps>) => view.rerender(<MemberThread {...props} {...next} />),
  }
}

/** The text box of this name. */
export function textBox(name: string | RegExp = 'Write a comment'): HTMLTextAreaElement {
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name })
}

/** The code for writing, ahead of the tests: transforming it on a busy machine takes longer than they wait for a button. */
export async function loadWriting(): Promise<void> {
  await import('../writing.ts')
}
