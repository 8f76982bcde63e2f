import type { Suite } from '../engine/plan.js';
import { getAgreement } from './agreements/get-agreement.js';
import { getAgreementPeriods } from './agreements/get-agreement-periods.js';
import { getAgreementType } from './agreements/get-agreement-type.js';
import { getAgreementTypes } from './agreements/get-agreement-types.js';
import { getAgreements } from './agreements/get-agreements.js';
import { getContract } from './agreements/get-contract.js';
import { getContractPeriods } from './agreements/get-contract-periods.js';
import { getContractType } from './agreements/get-contract-type.js';
import { getContractTypes } from './agreements/get-contract-types.js';
import { getContracts } from './agreements/get-contracts.js';
import { bulkUpdateApplications } from './applications/bulk-update-applications.js';
import { getApplication } from './applications/get-application.js';
import { getApplicationKpis } from './applications/get-application-kpis.js';
import { getApplicationUsers } from './applications/get-application-users.js';
import { getApplicationUsersConsumptions } from './applications/get-application-users-consumptions.js';
import { getApplications } from './applications/get-applications.js';
import { getApplicationsKpis } from './applications/get-applications-kpis.js';
import { getApplicationsOverviewKpis } from './applications/get-applications-overview-kpis.js';
import { getApplicationsTask } from './applications/get-applications-task.js';
import { updateApplication } from './applications/update-application.js';
import { deleteSubscriptionUsers } from './subscriptions/delete-subscription-users.js';
import { getSubscriptionInsightUsers } from './subscriptions/get-subscription-insight-users.js';
import { getSubscriptionUserConsumptions } from './subscriptions/get-subscription-user-consumptions.js';
import { getSubscriptionUsers } from './subscriptions/get-subscription-users.js';
import { bulkUpdateUsers } from './users/bulk-update-users.js';
import { getBulkUpdateUsersSummary } from './users/get-bulk-update-users-summary.js';
import { getUser } from './users/get-user.js';
import { getUserApplications } from './users/get-user-applications.js';
import { getUserDiscoverySources } from './users/get-user-discovery-sources.js';
import { getUserKpis } from './users/get-user-kpis.js';
import { getUserSubscriptions } from './users/get-user-subscriptions.js';
import { getUsers } from './users/get-users.js';
import { getUsersTask } from './users/get-users-task.js';
import { updateUser } from './users/update-user.js';

/** The suites of all operations, in the order of the document. */
export const suites: readonly Suite[] = [
  getApplications,
  getApplication,
  updateApplication,
  getApplicationKpis,
  getApplicationsOverviewKpis,
  getApplicationsKpis,
  getApplicationUsers,
  getApplicationUsersConsumptions,
  bulkUpdateApplications,
  getApplicationsTask,
  getUsersTask,
  getUsers,
  getUserKpis,
  getUser,
  updateUser,
  getUserApplications,
  getUserSubscriptions,
  getUserDiscoverySources,
  bulkUpdateUsers,
  getBulkUpdateUsersSummary,
  getSubscriptionInsightUsers,
  deleteSubscriptionUsers,
  getSubscriptionUsers,
  getSubscriptionUserConsumptions,
  getAgreementPeriods,
  getAgreements,
  getAgreement,
  getAgreementTypes,
  getAgreementType,
  getContractPeriods,
  getContracts,
  getContract,
  getContractTypes,
  getContractType,
];
