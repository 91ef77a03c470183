import './numbers.css'
import { communityPath, type Me, type NetworkNumber, type NetworkOverview, type NumbersPeriod } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import {
  Button,
  ButtonLink,
  ChevronEndIcon,
  ChevronStartIcon,
  LoadFailure,
  SegmentedControl,
  SelectField,
  Skeleton,
  useI18n,
  useTranslate,
  useWritten,
} from '@stoa/ui'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { NETWORK_ADMIN_PATH, POPULAR_PATH } from '../../../paths.ts'
import { saveCsv } from '../../../shell/save-csv.ts'
import { useLoaded } from '../../settings/use-loaded.ts'
import { LineChart } from './line-chart.tsx'
import { overviewMessages } from './messages.ts'
import { bucketText, changeText, numberText, spanText, unitOf } from './numbers-text.ts'

/** What the address asks for. */
interface OverviewQuery {
  period: NumbersPeriod
  domain: string
  community: string
  /** A time of the period; empty: now. */
  at: string
  /** The number whose chart is shown. */
  number: NetworkNumber['name']
}

const PERIODS = ['day', 'week', 'month'] as const
const NAMES = [
  ...(['visits', 'pageViews', 'activeMembers', 'signUps', 'posts', 'comments', 'reports'] as const),
  'decisionMs',
] as const
const OF_COMMUNITIES = ['visits', 'signUps', 'posts', 'comments', 'reports'] as const

function readQuery(search: string): OverviewQuery {
  const query = new URLSearchParams(search)
  return {
    period: PERIODS.find((one) => one === query.get('period')) ?? 'month',
    domain: query.get('domain') ?? '',
    community: query.get('community') ?? '',
    at: /^\d{1,15}$/.exec(query.get('at') ?? '')?.[0] ?? '',
    number: NAMES.find((one) => one === query.get('number')) ?? 'visits',
  }
}

/** The overview's address with some changes. */
function overviewPath(query: OverviewQuery, changes: Partial<OverviewQuery> = {}): string {
  const { period, number, ...rest } = { ...query, ...changes }
  const given = { ...rest, ...(period !== 'month' && { period }), ...(number !== 'visits' && { number }) }
  const params = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
  return `${NETWORK_ADMIN_PATH}/overview${params.size > 0 ? `?${params}` : ''}`
}

/** The list that a number counts; undefined: there is none. */
function listOf(name: NetworkNumber['name'], { community }: NetworkOverview, viewer: Me): string | undefined {
  if (name === 'posts') return community === null ? `${POPULAR_PATH}?sort=new` : `${communityPath(community)}?sort=new`
  if (name === 'reports') return '/bbs/moderation'
  if (!viewer.networkAdmin) return undefined
  if (name === 'signUps' && community === null) return `${NETWORK_ADMIN_PATH}/people`
  return name === 'decisionMs' ? `${NETWORK_ADMIN_PATH}/log` : undefined
}

/** What happens on the domains that the viewer administers. */
export function Overview({ viewer }: { viewer: Me }) {
  const query = readQuery(useLocation().search)
  const of = { ...query, number: null }
  return <LoadedOverview key={JSON.stringify(of)} query={query} viewer={viewer} />
}

function LoadedOverview({ query, viewer }: { query: OverviewQuery; viewer: Me }) {
  const t = useTranslate(overviewMessages)
  const { call } = useStoa().client
  const { period, domain, community, at } = query
  const load = useCallback(async () => {
    const [{ overview }, { items: domains }] = await Promise.all([
      call('networkOverview', {
        period,
        ...(domain !== '' && { domain }),
        ...(community !== '' && { community }),
        ...(at !== '' && { at: Number(at) }),
      }),
      call('domainList', {}),
    ])
    return { overview, domains }
  }, [call, period, domain, community, at])
  const { value, failed, reload } = useLoaded(load)
  const navigate = useNavigate()
  const domains = value?.domains ?? []
  return (
    <>
      <header className="stoa-app-overview-head">
        <h2>{t('overview.title')}</h2>
        {domains.length > 1 && (
          <SelectField
            label={t('overview.domain')}
            hideLabel
            value={domain}
            options={[
              { value: '', label: t('overview.domain.all') },
              ...domains.map(({ name, displayName }) => ({ value: name, label: displayName })),
            ]}
            onChange={(event) =>
              void navigate(overviewPath(query, { domain: event.currentTarget.value, community: '' }))
            }
          />
        )}
        <SegmentedControl
          label={t('overview.period')}
          value={period}
          options={PERIODS.map((one) => ({
            value: one,
            label: t(`overview.period.${one}`),
            href: overviewPath(query, { period: one }),
          }))}
        />
      </header>
      {failed ? (
        <LoadFailure onRetry={reload}>{t('overview.failed')}</LoadFailure>
      ) : value ? (
        <Numbers overview={value.overview} query={query} viewer={viewer} />
      ) : (
        <Skeleton lines={16} />
      )}
    </>
  )
}

interface NumbersProps {
  overview: NetworkOverview
  query: OverviewQuery
  viewer: Me
}

function Numbers({ overview, query, viewer }: NumbersProps) {
  const t = useTranslate(overviewMessages)
  const { locale } = useI18n()
  const { now, until, before, timeZone, isFirst, community } = overview
  const span = spanText({ start: now.start, end: until }, timeZone, locale)
  const spanBefore = spanText(before, timeZone, locale)
  const shown = overview.numbers.find(({ name }) => name === query.number)
  return (
    <>
      <div className="stoa-app-overview-span">
        <p className="stoa-app-muted">
          {t(isFirst ? 'overview.span.first' : 'overview.span', { now: span, before: spanBefore, zone: timeZone })}
        </p>
        <ButtonLink size="s" variant="quiet" href={overviewPath(query, { at: String(before.start) })}>
          <ChevronStartIcon size={16} />
          {t('overview.earlier')}
        </ButtonLink>
        {query.at !== '' && (
          <ButtonLink
            size="s"
            variant="quiet"
            href={overviewPath(query, { at: until < now.end ? '' : String(now.end) })}
          >
            {t('overview.later')}
            <ChevronEndIcon size={16} />
          </ButtonLink>
        )}
      </div>
      {query.community !== '' && community !== null && (
        <p className="stoa-app-overview-scope">
          {t('overview.community', { community })} ·{' '}
          <a href={overviewPath(query, { community: '' })}>{t('overview.community.all')}</a>
        </p>
      )}
      <ul className="stoa-app-numbers" aria-label={t('overview.numbers')}>
        {overview.numbers.map((number) => (
          <Tile
            key={number.name}
            number={number}
            label={nameOf(number.name, overview, t)}
            href={overviewPath(query, { number: number.name })}
            isShown={number === shown}
            list={number.total === null ? undefined : listOf(number.name, overview, viewer)}
            before={spanBefore}
          />
        ))}
      </ul>
      {shown && <Figure number={shown} overview={overview} span={span} />}
      {community === null && <Communities overview={overview} query={query} />}
      <p className="stoa-app-muted stoa-app-overview-rules">{t('overview.rules')}</p>
    </>
  )
}

type T = ReturnType<typeof useTranslate<typeof overviewMessages>>

/** Of one community, new members are counted instead of accounts. */
const nameOf = (name: NetworkNumber['name'], { community }: NetworkOverview, t: T): string =>
  t(`overview.number.${name === 'signUps' && community !== null ? 'joins' : name}`)

interface TileProps {
  number: NetworkNumber
  label: string
  /** Shows its chart. */
  href: string
  isShown: boolean
  /** The list that it counts. Default: none. */
  list: string | undefined
  before: string
}

function Tile({ number, label, href, isShown, list, before }: TileProps) {
  const t = useTranslate(overviewMessages)
  const { locale } = useI18n()
  const change = changeText(number, locale)
  const value = numberText(number.name, number.total, locale)
  return (
    <li>
      <a href={href} aria-current={isShown ? 'true' : undefined}>
        {label}
      </a>
      <b>
        {list ? (
          <a href={list} aria-label={`${value}. ${t('overview.list', { name: label })}`}>
            {value}
          </a>
        ) : (
          value
        )}
      </b>
      <span className="stoa-app-muted">
        {change !== null && (change === '' ? t('overview.same') : t('overview.change', { change, before }))}
      </span>
    </li>
  )
}

/** The chart of a number, with its figures as a table and a file. */
function Figure({ number, overview, span }: { number: NetworkNumber; overview: NetworkOverview; span: string }) {
  const t = useTranslate(overviewMessages)
  const { locale } = useI18n()
  const name = nameOf(number.name, overview, t)
  const labels = overview.buckets.map((start) => bucketText(start, overview, locale))
  const write = (value: number | null) => numberText(number.name, value, locale)
  const columns = [t('overview.time'), t('overview.now'), t('overview.before')]
  function save(): void {
    const rows = overview.buckets.map((start, index) => [
      new Date(start).toISOString(),
      String(number.series[index] ?? ''),
      String(number.seriesBefore[index] ?? ''),
    ])
    saveCsv([columns, ...rows], `${number.name}-${overview.period}.csv`)
  }
  const isFlat = number.series.every((value) => value === null)
  return (
    <section className="stoa-app-figure" aria-labelledby="figure">
      <header>
        <h3 id="figure">{name}</h3>
        <p className="stoa-app-chart-key">
          <span data-line="now">{t('overview.now')}</span> <span data-line="before">{t('overview.before')}</span>
        </p>
        <Button size="s" variant="quiet" onClick={save}>
          {t('overview.csv')}
        </Button>
      </header>
      {isFlat ? (
        <p className="stoa-app-muted">{t('overview.none')}</p>
      ) : (
        <LineChart
          label={t('overview.chart', { name, now: span })}
          now={number.series}
          before={number.seriesBefore}
          labels={labels}
          write={write}
          unit={unitOf(number.name)}
        />
      )}
      <details>
        <summary>{t('overview.table')}</summary>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {overview.buckets.map((start, index) => (
              <tr key={start}>
                <th scope="row">{labels[index]}</th>
                <td>{write(number.series[index] ?? null)}</td>
                <td>{write(number.seriesBefore[index] ?? null)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

/** Numbers of each community; its name shows all of its own. */
function Communities({ overview, query }: { overview: NetworkOverview; query: OverviewQuery }) {
  const t = useTranslate(overviewMessages)
  const written = useWritten()
  const { locale } = useI18n()
  const { communities } = overview
  const columns = OF_COMMUNITIES.map((name) => t(`overview.number.${name === 'signUps' ? 'joins' : name}`))
  function save(): void {
    const rows = communities.map((one) => [
      one.tokenName,
      one.title,
      ...OF_COMMUNITIES.map((name) => String(one[name])),
    ])
    saveCsv([['', t('overview.communityName'), ...columns], ...rows], `communities-${overview.period}.csv`)
  }
  return (
    <section className="stoa-app-figure" aria-labelledby="communities">
      <header>
        <h3 id="communities">{t('overview.communities')}</h3>
        {communities.length > 0 && (
          <Button size="s" variant="quiet" onClick={save}>
            {t('overview.csv')}
          </Button>
        )}
      </header>
      {communities.length === 0 ? (
        <p className="stoa-app-muted">{t('overview.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on phones
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on phones
        <div className="stoa-app-table" role="region" aria-labelledby="communities" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('overview.communityName')}</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {communities.map((one) => (
                <tr key={one.tokenName}>
                  <th scope="row" {...written(one.title)}>
                    <a href={overviewPath(query, { community: one.tokenName })}>{one.title}</a>
                  </th>
                  {OF_COMMUNITIES.map((name) => (
                    <td key={name}>{numberText(name, one[name], locale)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
