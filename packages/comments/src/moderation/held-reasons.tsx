import type { Finding, Findings } from '@stoa/contract'
import { Badge, useTranslate, Written } from '@stoa/ui'
import { heldMessages } from './messages.ts'

/** Why a post or comment is pending, and its score: yellow up to 50, red above. */
export function HeldReasons({ findings: { score, findings } }: { findings: Pick<Findings, 'score' | 'findings'> }) {
  const t = useTranslate(heldMessages)
  const isHeldByScore = findings.some(({ check }) => check === 'score')
  return (
    <ul className="stoa-held" aria-label={t(findings.some(({ held }) => held) ? 'held.title' : 'held.title.flagged')}>
      {score > 0 && (
        <li>
          <Badge tone={score > 50 ? 'danger' : 'warning'}>
            {t(isHeldByScore ? 'held.score.held' : 'held.score', { score })}
          </Badge>
        </li>
      )}
      {findings.map((finding) =>
        finding.check === 'score' ? null : (
          <li key={`${finding.check} ${finding.text}`}>
            <Reason finding={finding} />
          </li>
        ),
      )}
    </ul>
  )
}

function Reason({ finding: { check, text, held } }: { finding: Finding }) {
  const t = useTranslate(heldMessages)
  switch (check) {
    case 'repeatedText':
    case 'newcomerLinks':
    case 'links':
    case 'speed':
      return t(`held.${check}`, { text: Number(text) })
    case 'address':
    case 'word':
      return t.rich(held ? `held.${check}` : `held.${check}.flagged`, { words: <Written>{text}</Written> })
    case 'filter':
    case 'scorer':
      return text === '' ? t(`held.${check}.plain`) : t.rich(`held.${check}`, { words: <Written>{text}</Written> })
    case 'storm':
    case 'newcomer':
      return t(`held.${check}`)
    case 'score':
      return null
  }
}
