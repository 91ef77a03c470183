import './insets.css'
import type { Inset, Me } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import {
  Badge,
  Banner,
  Button,
  Dialog,
  formatDate,
  LoadFailure,
  SelectField,
  Skeleton,
  useI18n,
  useTranslate,
} from '@stoa/ui'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { INSET_STATES_PATH, insetsPath } from '../../paths.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import { Section } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { InsetForm } from './inset-form.tsx'
import { insetAdminMessages } from './insets-messages.ts'

/** The ads of a domain, for its admins. */
export function InsetsPage({ viewer, name }: { viewer: Me; name?: string }) {
  const t = useTranslate(insetAdminMessages)
  const { call } = useStoa().client
  const navigate = useNavigate()
  const domainName = name ?? viewer.adminDomain ?? 'default'
  const load = useCallback(async () => {
    const [domains, domain, insets] = await Promise.all([
      call('domainList', {}),
      call('domainGet', { name: domainName }),
      call('insetList', { name: domainName }),
    ])
    const { ads, timeZone } = domain.domain.publishedSettings
    return { of: domainName, domains: domains.items, provider: ads.provider, timeZone, insets: insets.items }
  }, [call, domainName])
  const { value, failed, reload } = useLoaded(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('insets.failed')}</LoadFailure>
  if (!value) return <Skeleton lines={6} />
  return (
    <Section id="insets" title={t('insets.title')} text={t('insets.text')}>
      <p>
        <a href={INSET_STATES_PATH}>{t('insets.check')}</a>
      </p>
      {value.domains.length > 1 && (
        <SelectField
          label={t('insets.domain')}
          value={domainName}
          options={value.domains.map((one) => ({ value: one.name, label: one.displayName }))}
          onChange={(event) => void navigate(insetsPath(event.currentTarget.value))}
        />
      )}
      {value.of === domainName ? (
        <>
          {value.provider !== 'house' && <Banner tone="warning">{t('insets.off')}</Banner>}
          <InsetList
            key={domainName}
            domainName={domainName}
            timeZone={value.timeZone}
            insets={value.insets}
            onChange={reload}
          />
        </>
      ) : (
        <Skeleton lines={6} />
      )}
    </Section>
  )
}

interface InsetListProps {
  domainName: string
  /** The domain's: ads begin and end at its midnights. */
  timeZone: string
  insets: readonly Inset[]
  onChange: () => void
}

function InsetList({ domainName, timeZone, insets, onChange }: InsetListProps) {
  const t = useTranslate(insetAdminMessages)
  /** The one that is edited; `new`: one is added. */
  const [edited, setEdited] = useState<Inset | 'new' | null>(null)
  const adding = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEdited(null)
    // The button is there again after this render.
    setTimeout(() => adding.current?.focus())
  }
  if (edited) {
    return (
      <InsetForm
        domainName={domainName}
        timeZone={timeZone}
        inset={edited === 'new' ? null : edited}
        onCancel={close}
        onSaved={() => {
          onChange()
          close()
        }}
      />
    )
  }
  return (
    <>
      {insets.length === 0 && <p className="stoa-app-muted">{t('insets.empty')}</p>}
      <ul className="stoa-app-insets">
        {insets.map((inset) => (
          <InsetItem
            key={inset.id}
            domainName={domainName}
            timeZone={timeZone}
            inset={inset}
            onEdit={() => setEdited(inset)}
            onRemoved={() => {
              onChange()
              adding.current?.focus()
            }}
          />
        ))}
      </ul>
      <div className="stoa-settings-ways">
        <Button ref={adding} onClick={() => setEdited('new')}>
          {t('insets.add')}
        </Button>
      </div>
    </>
  )
}

interface InsetItemProps {
  domainName: string
  timeZone: string
  inset: Inset
  onEdit: () => void
  onRemoved: () => void
}

function InsetItem({ domainName, timeZone, inset, onEdit, onRemoved }: InsetItemProps) {
  const t = useTranslate(insetAdminMessages)
  const { locale } = useI18n()
  const { clock, client } = useStoa()
  const attempt = useFormAction()
  const [isAsking, setAsking] = useState(false)
  const { id, name, image, startsAt, endsAt, share, views, clicks } = inset
  const date = (time: number) => formatDate(time, locale, { dateStyle: 'medium', timeZone })
  const now = clock()
  async function remove(): Promise<void> {
    if (await attempt.run(() => client.call('insetDelete', { name: domainName, insetId: id }))) onRemoved()
  }
  return (
    <li>
      <img src={image} alt="" />
      <div>
        <h3>
          <bdi>{name}</bdi>
          {startsAt > now && <Badge>{t('insets.planned')}</Badge>}
          {endsAt !== null && endsAt <= now && <Badge>{t('insets.ended')}</Badge>}
        </h3>
        <p className="stoa-app-muted">
          {endsAt === null
            ? t('insets.from', { start: date(startsAt) })
            : t('insets.between', { start: date(startsAt), end: date(endsAt - 1) })}
          {' · '}
          {t('insets.share', { share })}
        </p>
        <p>{t('insets.numbers', { views, clicks })}</p>
      </div>
      <span className="stoa-app-inset-actions">
        <Button size="s" aria-label={t('insets.edit.of', { name })} onClick={onEdit}>
          {t('insets.edit')}
        </Button>
        <Button size="s" variant="quiet" aria-label={t('insets.remove.of', { name })} onClick={() => setAsking(true)}>
          {t('insets.remove')}
        </Button>
      </span>
      <Dialog
        open={isAsking}
        kind="alert"
        title={t('insets.remove.question', { name })}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('insets.cancel')}
            </Button>
            <Button variant="danger" busy={attempt.busy} onClick={() => void remove()}>
              {t('insets.remove')}
            </Button>
          </>
        }
      >
        {attempt.problem || t('insets.remove.text')}
      </Dialog>
    </li>
  )
}
