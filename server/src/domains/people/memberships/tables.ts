import { OTHERS, type Table } from '../../../platform/database/table.ts'

export const membershipsTables: readonly Table[] = [
  {
    name: 'memberships',
    readBy: {
      'domains/network': 'the people of a domain are found by username, in one query',
      'domains/numbers': 'the new members of an hour are counted by community',
      'domains/search': 'a search finds members of a community, in one query',
    },
    personal: [
      {
        column: 'user_id',
        archive: { file: 'memberships', without: ['username_key', 'name_key'] },
        by: 'community_id',
        atDeletion: { by: 'memberships: left one by one, because members are counted' },
      },
    ],
    notPersonal: { username_key: 'a copy of the account’s', email_notice: 'whether the person was told' },
  },
  {
    name: 'former_memberships',
    key: ['user_id', 'community_id'],
    personal: [{ column: 'user_id', archive: { none: 'it is forgotten within minutes' }, atDeletion: 'removed' }],
    notPersonal: { email_notice: 'whether the person was told' },
  },
  {
    name: 'hidden_communities',
    key: ['user_id', 'community_id'],
    personal: [
      { column: 'user_id', archive: { file: 'hidden-communities' }, by: 'community_id', atDeletion: 'removed' },
    ],
  },
  {
    name: 'community_roles',
    personal: [{ column: 'user_id', archive: { file: 'roles' }, by: 'community_id', atDeletion: 'removed' }],
    readBy: {
      'domains/search': 'a search finds partners of a community, in one query',
      'domains/communities': 'a community says whether its team can see the addresses of its members',
    },
    notPersonal: { owner_since: 'a time', moderator_since: 'a time' },
  },
  {
    name: 'bans',
    key: ['community_id', 'user_id'],
    texts: { reason: 'text' },
    readBy: { 'domains/reputation': 'leaderboards count and list people without those who are banned' },
    personal: [
      {
        column: 'user_id',
        archive: { file: 'bans', without: ['banned_by', 'decision_id'] },
        by: 'community_id',
        atDeletion: 'removed',
      },
      { column: 'banned_by', archive: { none: OTHERS }, atDeletion: { stays: 'it is about somebody else' } },
    ],
  },
]
