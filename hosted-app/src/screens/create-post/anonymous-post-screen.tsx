import { CommunityStatus, communityPath, type Post, PostStatus, postPath } from '@stoa/contract'
import { alertMessages, alertText, errorDetails } from '@stoa/store'
import { useAction, useActions, useCommunity, useViewer, useWatch, useWriterId } from '@stoa/store/react'
import { Banner, Button, ButtonLink, CheckIcon, EmptyState, LockIcon, useTranslate } from '@stoa/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { createPostPath, loginPath } from '../../paths.ts'
import { WithSide } from '../../side/side-panels.tsx'
import { BannedNotice, useIsBanned } from '../community/banned-notice.tsx'
import { ComposerSide } from './composer-side.tsx'
import type { CreatePostData } from './create-post-loader.ts'
import { KeptText } from './draft/unsaved-text.tsx'
import { usePostDraft } from './draft/use-post-draft.ts'
import { DocumentField } from './fields/document-field.tsx'
import { TitleField } from './fields/title-field.tsx'
import { TopicField } from './fields/topic-field.tsx'
import { createPostMessages } from './messages.ts'
import { UnfinishedFiles } from './unfinished-files.tsx'
import { useProblems } from './use-form-problems.ts'
import { useUnfinished } from './use-unfinished-files.ts'

/** `/bbs/{token}/posts/create/anonymous`: for everyone, where the community accepts anonymous posts. */
export function AnonymousPostScreen() {
  const t = useTranslate(createPostMessages)
  const { tokenName } = useLoaderData() as CreatePostData
  const community = useCommunity(tokenName)
  useWatch({ communities: [tokenName] })
  const viewer = useViewer()
  const writerId = useWriterId()
  const [waiting, setWaiting] = useState(false)
  const navigate = useNavigate()
  const isBannedHere = useIsBanned(tokenName)
  if (!community) return null
  const create = createPostPath(community ?? tokenName)
  const { anonymousComments, membersOnly, postTypes, publishStatus } = community
  if (
    membersOnly ||
    !anonymousComments ||
    !postTypes.includes('community') ||
    publishStatus === CommunityStatus.archived
  ) {
    const action = (
      <ButtonLink href={viewer ? create : loginPath(create)}>
        {t(viewer ? 'create.anonymous.named' : 'app.login')}
      </ButtonLink>
    )
    return (
      <EmptyState title={t('create.anonymous.closed')} icon={<LockIcon />} action={action}>
        {t(membersOnly ? 'create.anonymous.membersOnly' : 'create.anonymous.closed.text', {
          community: community.title,
        })}
      </EmptyState>
    )
  }
  if (waiting) {
    const back = <ButtonLink href={communityPath(community ?? tokenName)}>{t('create.anonymous.back')}</ButtonLink>
    return (
      <EmptyState title={t('create.anonymous.waiting')} icon={<CheckIcon />} action={back}>
        {t('create.anonymous.waiting.text')}
      </EmptyState>
    )
  }
  function onPublished(post: Post): void {
    // Only moderators can open it before it is approved.
    if (post.status === PostStatus.pending) setWaiting(true)
    else void navigate(postPath(post))
  }
  return (
    <WithSide side={<ComposerSide community={community} />}>
      <section className="stoa-app-composer">
        <h1 className="stoa-app-title">{t('create.anonymous.title', { community: community.title })}</h1>
        {isBannedHere ? (
          <>
            <BannedNotice tokenName={tokenName} />
            <KeptText key={writerId} tokenName={tokenName} name={DRAFT} />
          </>
        ) : (
          <>
            <Banner tone="info">
              {t(community.approvePosts ? 'create.anonymous.text.approved' : 'create.anonymous.text')}
            </Banner>
            <AnonymousForm key={writerId} tokenName={tokenName} onPublished={onPublished} />
          </>
        )}
      </section>
    </WithSide>
  )
}

/** Storage key of an unfinished anonymous post. */
const DRAFT = 'anonymous-post'

function AnonymousForm({ tokenName, onPublished }: { tokenName: string; onPublished: (post: Post) => void }) {
  const t = useTranslate(createPostMessages)
  const tAlert = useTranslate(alertMessages)
  const { postAnonymously } = useActions()
  const topics = useCommunity(tokenName)?.activeFlairs ?? []
  const formElement = useRef<HTMLFormElement>(null)
  const draft = usePostDraft(tokenName, null, { name: DRAFT, element: formElement })
  const { form, change } = draft
  const { busy, error, run } = useAction()
  const { error: problem, check } = useProblems(form, { topics, formElement })
  const unfinished = useUnfinished()
  const alert = error
    ? [alertText(error, { t: tAlert }), ...errorDetails(error).issues.map(({ message }) => message)]
    : []

  async function publish(event: FormEvent): Promise<void> {
    event.preventDefault()
    const hasAllFiles = unfinished.check()
    if (!check() || !hasAllFiles) return
    const { title, flairId, document } = form
    const post = { tokenName, title, postContent: JSON.stringify(document), ...(flairId ? { flairId } : {}) }
    const idempotencyKey = draft.keyFor(JSON.stringify(post))
    await run(async () => {
      const saved = await postAnonymously({ post, idempotencyKey })
      draft.take(saved)
      onPublished(saved)
    })
  }
  return (
    <form ref={formElement} className="stoa-app-form" noValidate onSubmit={(event) => void publish(event)}>
      <TitleField
        title={draft.isRead ? form.title : undefined}
        error={problem('title')}
        busy={busy}
        onChange={(title) => change({ title })}
      />
      <TopicField topics={topics} draft={draft} error={problem('flairId')} />
      <DocumentField
        document={form.document}
        label={t('create.field.text')}
        error={problem('document')}
        busy={busy}
        unfinished={unfinished.uploads}
        onChange={(document) => change({ document })}
      />
      <UnfinishedFiles uploads={unfinished.visibleFiles} isUploading={unfinished.isUploading} />
      {alert.length > 0 && <Banner tone="danger">{alert.join(' ')}</Banner>}
      <div className="stoa-app-form-end">
        <Button type="submit" variant="primary" busy={busy}>
          {t('create.submit')}
        </Button>
        <span className="stoa-app-muted">{t('create.saved')}</span>
      </div>
    </form>
  )
}
