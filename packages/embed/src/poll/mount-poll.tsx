import { authorPath } from '@stoa/contract'
import { ConnectedPoll } from '@stoa/poll'
import { usePost, useThread } from '@stoa/store/react'
import type { Mount, MountOptions } from '../define-element.ts'
import type { Forum } from '../forum.ts'
import { IntentHost } from '../intents/intent-host.tsx'
import { mountThread, type ThreadView } from '../mount-thread.tsx'
import { useFailure } from '../use-failure.tsx'
import styles from './poll.css?inline'

const view: ThreadView = {
  styles,
  placeholder: null,
  draw: (about) => <ArticlePoll {...about} />,
}

/** `<stoa-poll>`: the poll of the article's post; nothing where it has none. */
export const mountPoll: Mount = (host, options) => mountThread(host, { options, view })

function ArticlePoll({ host, options, forum }: { host: HTMLElement; options: MountOptions; forum: Forum }) {
  const thread = useThread(options.article)
  const post = usePost(thread?.postId ?? '')
  const [failure, onFailure] = useFailure()
  if (!thread || !post?.pollOptions) return null
  return (
    <>
      <ConnectedPoll postId={post.id} authorHref={(slug) => forum.url + authorPath(slug)} onFailure={onFailure} />
      {failure}
      <IntentHost host={host} forum={forum} />
    </>
  )
}
