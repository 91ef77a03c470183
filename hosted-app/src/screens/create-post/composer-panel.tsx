import type { Community } from '@stoa/contract'
import type { UnfinishedUploads } from '@stoa/editor'
import {
  Button,
  ButtonLink,
  CloseIcon,
  Dialog,
  EyeOffIcon,
  IconButton,
  PollIcon,
  RulesList,
  useTranslate,
} from '@stoa/ui'
import { useEffect, useRef } from 'react'
import { createPostPath } from '../../paths.ts'
import { pictureIn } from './excerpt.ts'
import { CommentsSetting } from './fields/comments-setting.tsx'
import { CoverDetails, ThumbnailField } from './fields/cover-field.tsx'
import { MediaNotes } from './fields/media-notes.tsx'
import { AddressField, ExcerptField } from './fields/own-fields.tsx'
import { PollSettings } from './fields/poll-fields.tsx'
import { createPostMessages } from './messages.ts'
import { emptyPoll, type PostForm } from './post-form.ts'
import type { ComposedPost } from './use-composed-post.ts'
import type { SettingsPanel } from './use-panel.ts'
import type { PostKinds } from './use-post-kinds.ts'
import { mayPostAnonymously } from './who-may.ts'

/** Props of `ComposerPanel`. */
export interface ComposerPanelProps {
  composed: ComposedPost
  kinds: PostKinds
  community: Community
  unfinished: UnfinishedUploads
  panel: SettingsPanel
  onPoll: (poll: PostForm['poll']) => void
}

/** The settings of a post: beside the page, or as a sheet where there is no room for that. */
export function ComposerPanel(props: ComposerPanelProps) {
  const { panel } = props
  const t = useTranslate(createPostMessages)
  const close = useRef<HTMLButtonElement>(null)
  const title = t('create.settings')
  if (!panel.isBeside) {
    return (
      <Dialog open={panel.isOpen} title={title} keepsInput onClose={panel.close}>
        <PanelFields {...props} />
      </Dialog>
    )
  }
  return (
    <aside className="stoa-app-writing-panel" aria-labelledby="post-settings" hidden={!panel.isOpen}>
      <header>
        <h2 id="post-settings">{title}</h2>
        <IconButton
          ref={close}
          label={t('create.settings.close')}
          icon={<CloseIcon />}
          size="s"
          onClick={panel.close}
        />
      </header>
      <PanelFields {...props} />
    </aside>
  )
}

function PanelFields({ composed, kinds, community, unfinished, panel, onPoll }: ComposerPanelProps) {
  const t = useTranslate(createPostMessages)
  const { draft, post, change, viewer } = composed
  const { form } = draft
  const { document, heroImage, featuredImage, poll } = form
  const firstPicture = pictureIn(document)
  const fallback = heroImage
    ? { url: heroImage.url, isCover: true }
    : firstPicture === null
      ? null
      : { url: firstPicture.url, isCover: false }
  const fields = useRef<HTMLDivElement>(null)
  const hasPoll = poll !== null
  const wasPoll = useRef(hasPoll)
  useEffect(() => {
    // The button that removed it has disappeared.
    if (wasPoll.current && !hasPoll) fields.current?.querySelector<HTMLElement>('.stoa-app-poll-add')?.focus()
    wasPoll.current = hasPoll
  }, [hasPoll])
  return (
    <div ref={fields} className="stoa-app-writing-settings">
      <ExcerptField composed={composed} />
      {heroImage && <CoverDetails image={heroImage} onChange={(image) => change({ heroImage: image })} />}
      <ThumbnailField
        image={featuredImage}
        fallback={fallback}
        unfinished={unfinished}
        onChange={(image) => change({ featuredImage: image })}
      />
      <AddressField composed={composed} community={community} />
      <MediaNotes
        document={document}
        needsCaptions={community.requireTranscripts}
        near={fields}
        onShow={panel.closeSheet}
      />
      <hr />
      <CommentsSetting composed={composed} community={community} />
      {poll ? (
        <PollSettings
          poll={poll}
          locked={(post?.pollTotalVoters ?? 0) > 0}
          onChange={(next) => change({ poll: next })}
        />
      ) : (
        kinds.takesPolls && (
          <Button className="stoa-app-poll-add" icon={<PollIcon />} onClick={() => onPoll(emptyPoll)}>
            {t('create.poll.add')}
          </Button>
        )
      )}
      {mayPostAnonymously(viewer, community) && post === null && !composed.isResponse && (
        <ButtonLink href={`${createPostPath(community)}/anonymous`} icon={<EyeOffIcon />}>
          {t('create.anonymous.link')}
        </ButtonLink>
      )}
      {community.showRules && community.rules.length > 0 && (
        <details className="stoa-app-composer-rules">
          <summary>{t('create.rules', { count: community.rules.length })}</summary>
          <RulesList rules={community.rules} isOpen />
        </details>
      )}
    </div>
  )
}
