import { type Community, CommunityStatus, communityPath, type Post, PostStatus, postPath } from '@stoa/contract'
import { alertMessages, alertText, errorDetails } from '@stoa/store'
import { useAction, useActions, useCommunity, useViewer, useWatch, useWriterId } from '@stoa/store/react'
import {
  Banner,
  Button,
  ButtonLink,
  CheckIcon,
  EmptyState,
  EyeIcon,
  Link,
  LockIcon,
  RulesList,
  useTranslate,
} from '@stoa/ui'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { createPostPath, loginPath } from '../../paths.ts'
import { BannedNotice, useIsBanned } from '../community/banned-notice.tsx'
import { ComposerPage } from './composer-page.tsx'
import type { CreatePostData } from './create-post-loader.ts'
import { KeptText } from './draft/unsaved-text.tsx'
import { usePostDraft } from './draft/use-post-draft.ts'
import { DocumentField } from './fields/document-field.tsx'
import { CommunityName, TopicChip } from './fields/place-chips.tsx'
import { TitleField } from './fields/title-field.tsx'
import { createPostMessages } from './messages.ts'
import { keepFromPublishing } from './post-composer.tsx'
import { PostPreview } from './post-preview.tsx'
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
  const heading = t('create.anonymous.title', { community: community.title })
  if (isBannedHere) {
    return (
      <section className="stoa-app-composer">
        <h1 className="stoa-app-title">{heading}</h1>
        <BannedNotice tokenName={tokenName} />
        <KeptText key={writerId} tokenName={tokenName} name={DRAFT} />
      </section>
    )
  }
  return <AnonymousForm key={writerId} community={community} heading={heading} onPublished={onPublished} />
}

/** Storage key of an unfinished anonymous post. */
const DRAFT = 'anonymous-post'

interface AnonymousFormProps {
  community: Community
  heading: string
  onPublished: (post: Post) => void
}

/** As the page of other posts, with the little that a post without a name has. */
function AnonymousForm({ community, heading, onPublished }: AnonymousFormProps) {
  const t = useTranslate(createPostMessages)
  const tAlert = useTranslate(alertMessages)
  const viewer = useViewer()
  const { postAnonymously } = useActions()
  const noticeId = useId()
  const [isPreviewing, setPreviewing] = useState(false)
  const { tokenName, activeFlairs: topics } = community
  const formElement = useRef<HTMLFormElement>(null)
  const draft = usePostDraft(tokenName, null, { name: DRAFT, element: formElement })
  const { form, change } = draft
  const { busy, error, run } = useAction()
  const { error: problem, check } = useProblems(form, { topics, formElement })
  const unfinished = useUnfinished(formElement)
  const alert = error
    ? [alertText(error, { t: tAlert }), ...errorDetails(error, t).issues.map(({ message }) => message)]
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
    <form
      ref={formElement}
      className="stoa-app-writing"
      noValidate
      onSubmit={(event) => void publish(event)}
      onKeyDown={keepFromPublishing}
    >
      <ComposerPage
        backHref={communityPath(community)}
        heading={heading}
        status={<span className="stoa-app-save-status">{t('create.save.device')}</span>}
        actions={
          <div className="stoa-app-writing-buttons">
            <Button
              className="stoa-app-writing-preview"
              variant="quiet"
              icon={<EyeIcon />}
              onClick={() => setPreviewing(true)}
            >
              {t('create.preview')}
            </Button>
            <Button type="submit" variant="primary" busy={busy} aria-describedby={noticeId}>
              {t('create.submit')}
            </Button>
          </div>
        }
        messages={
          <div className="stoa-app-writing-messages">
            <p className="stoa-app-writing-note" id={noticeId}>
              {t(community.approvePosts ? 'create.anonymous.text.approved' : 'create.anonymous.text')}
            </p>
            <UnfinishedFiles unfinished={unfinished} />
            {alert.length > 0 && <Banner tone="danger">{alert.join(' ')}</Banner>}
          </div>
        }
      >
        <div className="stoa-app-chips stoa-scroll-row">
          <CommunityName community={community} />
          <TopicChip topics={topics} draft={draft} isRead={draft.isRead} error={problem('flairId')} />
        </div>
        <TitleField
          title={draft.isRead ? form.title : undefined}
          kind="community"
          error={problem('title')}
          busy={busy}
          onChange={(title) => change({ title })}
        />
        <DocumentField
          tokenName={community.tokenName}
          document={form.document}
          label={t('create.field.text')}
          error={problem('document')}
          busy={busy}
          unfinished={unfinished.uploads}
          onChange={(document) => change({ document })}
        />
        {isPreviewing && (
          <PostPreview form={form} post={null} parentPostId={null} isAnonymous onClose={() => setPreviewing(false)} />
        )}
        {viewer && (
          <p className="stoa-app-muted">
            <Link href={createPostPath(community)}>{t('create.anonymous.named')}</Link>
          </p>
        )}
        {community.showRules && community.rules.length > 0 && (
          <details className="stoa-app-composer-rules">
            <summary>{t('create.rules', { count: community.rules.length })}</summary>
            <RulesList rules={community.rules} isOpen />
          </details>
        )}
      </ComposerPage>
    </form>
  )
}
