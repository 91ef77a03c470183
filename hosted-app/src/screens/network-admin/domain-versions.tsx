import type { DomainDetails, DomainVersion } from '@stoa/contract'
import { Badge, Button, RelativeTime, useTranslate } from '@stoa/ui'
import { useId, useState } from 'react'
import { Problem, Section } from '../settings/settings-section.tsx'
import { domainMessages } from './messages.ts'
import { VersionChanges } from './version-changes.tsx'

export interface DomainVersionsProps {
  domain: DomainDetails
  busy: boolean
  /** Why the last action on a version has failed; its text is empty for none. */
  problem: { version: number; text: string }
  onPublish: (version: number) => void
  onPreview: (version: number) => void
}

/** Who saved which version, and what it changed. Any one can be put into force. */
export function DomainVersions({ domain, busy, problem, onPublish, onPreview }: DomainVersionsProps) {
  const t = useTranslate(domainMessages)
  const { versions, publishedVersion, latestVersion } = domain
  return (
    <Section id="versions" title={t('domain.versions')} text={t('domain.versions.text')}>
      <ol className="stoa-settings-list stoa-app-domain-versions" reversed>
        {versions.map((version) => (
          <li key={version.number}>
            <div>
              <p>
                <b>{t('domain.version', { number: version.number })}</b>{' '}
                {version.number === publishedVersion && <Badge tone="success">{t('domain.version.published')}</Badge>}
              </p>
              <VersionFacts domain={domain} version={version} />
              <Problem>{problem.version === version.number ? problem.text : ''}</Problem>
            </div>
            {version.number !== publishedVersion && (
              <div className="stoa-settings-ways">
                {domain.origin !== '' && <PreviewButton version={version.number} onPreview={onPreview} />}
                <Button size="s" busy={busy} onClick={() => onPublish(version.number)}>
                  {t(version.number < latestVersion ? 'domain.version.restore' : 'domain.version.publish')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Opens a version in a new tab, as only this browser sees it. */
export function PreviewButton({ version, onPreview }: { version: number; onPreview: (version: number) => void }) {
  const t = useTranslate(domainMessages)
  return (
    <Button
      size="s"
      variant="quiet"
      aria-label={t('domain.version.preview.label', { number: version })}
      onClick={() => onPreview(version)}
    >
      {t('domain.version.preview')}
    </Button>
  )
}

function VersionFacts({ domain, version }: { domain: DomainDetails; version: DomainVersion }) {
  const t = useTranslate(domainMessages)
  const { number, author, createdAt, changed } = version
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  // A setting of a newer version has no label.
  const keys = changed.map((field) => `domain.field.${field}`).filter((key) => key in domainMessages)
  const names = keys.map((key) => t(key as 'domain.field.logoLink'))
  return (
    <>
      <p className="stoa-app-muted">
        {t.rich('domain.version.by', {
          author: author === '' ? t('domain.version.operator') : <bdi>{author}</bdi>,
          time: <RelativeTime value={createdAt} />,
        })}
      </p>
      {names.length > 0 && (
        <>
          <p className="stoa-app-muted">{t('domain.version.changed', { names: names.join(', ') })}</p>
          <Button
            size="s"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={t(isOpen ? 'domain.version.hide.label' : 'domain.version.show.label', { number })}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'domain.version.hide' : 'domain.version.show')}
          </Button>
          {isOpen && (
            <div id={id}>
              <VersionChanges domain={domain} number={number} />
            </div>
          )}
        </>
      )}
    </>
  )
}
