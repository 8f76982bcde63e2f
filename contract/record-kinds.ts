import type { RecordKind, Removal } from './types.js';

/** The two kinds of record that operations change. Bulk updates use other names for the flags. */
export const recordKinds: readonly RecordKind[] = [
  {
    id: 'application',
    read: 'getApplication',
    list: 'getApplications',
    update: 'updateApplication',
    members: {
      '/primaryOwnerId': 'primaryOwnerId',
      '/sanctioned': 'sanctioned',
      '/singleSignOn': 'singleSignOn',
      '/notes': 'notes',
      '/description': 'description',
      '/aiCategory': 'aiCategory',
      '/aiSubcategory': 'aiSubcategory',
      '/websiteDate/categoryName': 'categoryName',
    },
    follows: ['primaryOwnerName'],
    copies: {
      primaryOwnerName: { id: 'primaryOwnerId', read: 'getUser', texts: ['displayName', 'username', 'email'] },
    },
    bulk: {
      operation: 'bulkUpdateApplications',
      task: 'getApplicationsTask',
      flags: { singleSignOn: 'singleSignOn', approved: 'sanctioned' },
      complete: 'Complete',
    },
    fixture: 'writableApplicationIds',
  },
  {
    id: 'user',
    read: 'getUser',
    list: 'getUsers',
    update: 'updateUser',
    members: { '/isOnline': 'isOnline', '/isInReview': 'isInReview', '/isQualified': 'isQualified' },
    follows: [],
    copies: {},
    bulk: {
      operation: 'bulkUpdateUsers',
      task: 'getUsersTask',
      flags: { onlineOnly: 'isOnline', review: 'isInReview', qualified: 'isQualified' },
      complete: 'Complete',
    },
    fixture: 'writableUserIds',
  },
];

/** The removal of users from a subscription. Nothing restores them, so a run removes only what the user names. */
export const removal: Removal = {
  operation: 'deleteSubscriptionUsers',
  kind: 'user',
  list: 'getSubscriptionUsers',
  from: { parameter: 'subscriptionId', fixture: 'removableSubscriptionId' },
  removed: { parameter: 'userIds', fixture: 'removableUserIds' },
};
