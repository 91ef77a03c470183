import { RESERVED_USERNAMES } from '@stoa/contract'
import { expect, test } from 'vitest'
import { claimsToSpeakForUs, isReservedUsername, mentionedUsernames } from './usernames.ts'

test.each([...RESERVED_USERNAMES])('%s is reserved in any case', (name) => {
  expect(isReservedUsername(name)).toBe(true)
  expect(isReservedUsername(`_${name.toUpperCase()}_`)).toBe(true)
})

test.each([
  'adm1n',
  '4dmin',
  'ADMIN',
  'a_d_m_i_n',
  'ad__min',
  '_admin_',
  'adminn',
  'addmin',
  'admins',
  'admin1',
  '007admin',
  'aclmin',
  'adrnin',
  'Adrnins',
  'rnoderator',
  'm0derat0r',
  'moderators',
  'Moderat0r_',
  'mods',
  'm0d',
  'vvebmaster',
  'suppport',
  'suport',
  'supp0rt_2026',
  '5upport',
  'official',
  'officiaI',
  'offlcial',
  '0fficial',
  'Official_Support',
  'official_support',
  'support_team',
  'the_admin',
  'theRealAdmin',
  'forum_mod',
  'super_mod',
  'mod_team',
  'stoa_support',
  'st0a',
  'stoa_official',
  'admin_staff',
  'security_desk',
  'staf',
  'st4ff',
  'tearn',
  'r00t',
  'a11',
  'deIeted',
  'anonym0us',
  'ad_m1n_5',
  'support_anna',
  'annaofficial',
  'AnnaOfficial',
  'anna_moderator2',
  'xadmin',
  'admin_bot_hq',
  'stoahq',
  'stoa_anna',
  'helpdesk',
  'noreply',
  'no_reply',
  'abuse',
  'hostmaster',
  'login',
  'author',
  '__proto__',
  '___',
])('%s looks like a reserved name', (name) => {
  expect(isReservedUsername(name)).toBe(true)
}) // prettier-ignore

test.each([
  'ali',
  'Ali_2',
  'rot',
  'ruth',
  'ethan',
  'beth',
  'alloy',
  'modest',
  'modern_times',
  'badminton',
  'helper',
  'supporter',
  'supporter_fc',
  'salesman',
  'stoat',
  'officially',
  'moderate',
  'camden',
  'team_rocket',
  'web_developer',
  'home_owner',
  'mod_demo',
  'admin_demo',
  'ada_demo',
  'systematic',
  'hero',
  'heretic',
  'everyone_else',
  'norma',
  'martin',
  'clarence',
  'securitas',
  'stoic',
  'null_pointer',
  'rooster',
  'radmin',
  'wallace',
  'ada1',
  '1234',
  'anna_supporter',
  'Moderato',
])('%s is an allowed name', (name) => {
  expect(isReservedUsername(name)).toBe(false)
}) // prettier-ignore

test('checking a name takes little time, whatever it holds', () => {
  const names = [
    'stoastoastoastoasto_',
    'rnrnrnrnrnrnrnrnrnrn',
    'clclclclclclclclclcl',
    'allallallallallallx1',
    '1'.repeat(20),
  ]
  for (const name of names) expect(isReservedUsername(`${name.slice(0, 19)}x`)).toBe(false)
  const hostileNames = [
    'biiiiiiiiing'.repeat(4),
    'billing'.repeat(8),
    `b${'i'.repeat(57)}`,
    'salesssss'.repeat(6),
    'x'.repeat(58),
    '1'.repeat(58),
    '1l'.repeat(29),
    // Sixty characters that stand for three letters each.
    '\uFB03'.repeat(59),
  ]
  for (const name of hostileNames) {
    const before = process.cpuUsage()
    expect(claimsToSpeakForUs(`${name}gq`)).toBe(false)
    const { user, system } = process.cpuUsage(before)
    expect([name, user + system < 20_000]).toEqual([name, true])
  }
})

test('words in a row are recognized with the longest runs of letters', () => {
  for (const name of ['biiiiiiiiing', 'biiiiiiiiing'.repeat(4), 'salesssssupport', '11adminsnet99', 'xxmodxx'])
    expect([name, claimsToSpeakForUs(name)]).toEqual([name, true])
  // No authority among them, or not only such words.
  for (const name of ['bing', 'xxx', 'salessshelp', 'modern', 'admiral', 'rotten'])
    expect([name, claimsToSpeakForUs(name)]).toEqual([name, false])
})

test('letters that look like Latin ones hide no reserved name, and names in other alphabets are allowed', () => {
  for (const name of [
    'Аdministrator',
    'Moderаtor',
    'Ѕtоа',
    'ΑDΜΙΝ',
    'ѕuрроrt',
    'suppօrt',
    'Administrator of FORUM',
    'Anna, moderator',
    ...[
      'Admın',
      'Adm\u0269n',
      'ᴀᴅᴍɪɴ',
      '🅰🅳🅼🅸🅽',
      'ⓈⓉⓐⓕⓕ',
      'Stɑff',
      'Suppørt',
      'Supp◯rt',
      'Αdміп',
      'ᗩdmin',
      'Adm\u1E2Fn',
      '𝐀dmin',
    ],
    ...['Adm!n', '@dmin', 'Adm|n', 'Adm¡n', '$taff', 'S t a f f'],
    ...['Adm\u3164in', '\u115FAdmin', 'A\u034Fdmin', 'Admin\u{E0061}'],
  ])
    expect([name, claimsToSpeakForUs(name)]).toEqual([name, true])
  for (const name of [
    'Анна',
    'Модест',
    'Αλέξανδρος',
    '山田',
    'Maria Supporter',
    'Wow!',
    'Ke$ha',
    'Søren',
    'Łukasz',
    'Weiß',
  ])
    expect([name, claimsToSpeakForUs(name)]).toEqual([name, false])
})

test.each([
  ['@ada', ['ada']],
  ['Hi @ada, @bea_2! (@cem) “@dan”', ['ada', 'bea_2', 'cem', 'dan']],
  ['@Ada and @ADA are one', ['Ada']],
  ['مرحبا @ada', ['ada']],
  ['@ada\n@bea', ['ada', 'bea']],
  ['end of a sentence @ada.', ['ada']],
  ['mail ada@example.com', []],
  ['@ab is too short', []],
  [`@${'a'.repeat(21)} is too long`, []],
  ['https://social.example/@ada', []],
  ['@@ada', []],
  ['@adaé', []],
  ['@ada@social.example', []],
  ['谢谢@ada谢谢', ['ada']],
  ['ありがとう@adaさん', ['ada']],
  ['спасибо@ada', []],
  ['> @ada wrote\n@bea no', ['bea']],
  ['run `npm i @ada/x` and ask @bea', ['bea']],
  ['```\n@ada\n```\n@bea', ['bea']],
  ['```\n@ada', []],
  ['a ` and @ada', ['ada']],
])('%j mentions %j', (text, names) => {
  expect(mentionedUsernames([text])).toEqual(names)
})

test('ten people at most, in the order of the text', () => {
  const names = Array.from({ length: 15 }, (_, index) => `user_${index}`)
  expect(mentionedUsernames(names.map((name) => `@${name}`))).toEqual(names.slice(0, 10))
})
