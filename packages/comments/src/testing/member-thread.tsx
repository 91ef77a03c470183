import { allow } from '@stoa/contract'
import { exampleMe, exampleThread } from '@stoa/contract/fixtures'
import { render, screen } from '@testing-library/react'
import { CommentThread, type CommentThreadProps } from '../thread/comment-thread.tsx'
import type { CommentActions } from '../thread/thread-context.ts'
import { storyActions, storyDrafts, storyLinks } from './story-actions.ts'

/** The example thread as seen by a member, with other props if given. */
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

/** Renders that thread; `change` updates its props. */
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

/** The text box with this label. */
export function textBox(name: string | RegExp = 'Write a comment'): HTMLTextAreaElement {
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name })
}

/**
 * Preloads the code for writing, as transforming it on a busy machine takes longer than the tests wait for a button.
 */
export async function loadWriterTools(): Promise<void> {
  await import('../writer-tools.ts')
}
