/** The people of a deployment: their accounts, and the sign-in of Cognito to which the page leads. */

import { Duration, Fn, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
} from "aws-cdk-lib/aws-cognito";
import type { Construct } from "constructs";
import { stands } from "./config.ts";

/** The scope that a token needs for the API: docs/decisions/0026. */
export const SCOPE = OAuthScope.OPENID;

/** Returns the address to which the page sends people to sign in. */
export function signInAddress(scope: Construct): string {
  return `https://${prefixOf(scope)}.auth.${Stack.of(scope).region}.amazoncognito.com`;
}

/**
 * The name must be unique in the region among all accounts. The end of the stack's id is random, and does not show the
 * number of the account. Because the name does not refer to the pool, the page's policy can hold the address of the
 * sign-in without a circular reference.
 */
function prefixOf(scope: Construct): string {
  const uuid = Fn.select(2, Fn.split("/", Stack.of(scope).stackId));
  return `waldo-${Fn.select(4, Fn.split("-", uuid))}`;
}

/** The operator of the deployment makes the accounts. Waldo is personal, so there is no public sign-up. */
export function userPool(scope: Construct, app: string): UserPool {
  const pool = new UserPool(scope, "People", {
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    passwordPolicy: {
      minLength: 12,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(3),
    },
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    // Managed login needs this plan or a more expensive one.
    featurePlan: FeaturePlan.ESSENTIALS,
    userInvitation: {
      emailSubject: "Waldo is ready for you",
      emailBody: `<p>Open <a href="${app}">${app}</a> and sign in as {username}. Your first password is {####}</p><p>It holds three days, and you choose another one when you sign in.</p>`,
    },
    deletionProtection: stands(scope),
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  Validations.of(pool).acknowledge(
    {
      id: "AwsSolutions-COG2",
      reason:
        "A time-based code is offered, not forced: a person who lost the phone that holds it would lose their agent.",
    },
    {
      id: "AwsSolutions-COG8",
      reason:
        "Plus costs every active user, and Essentials none of the first ten thousand. It would score sign-ins to a pool in which the operator makes every account: docs/decisions/0026.",
    },
  );
  return pool;
}

/** An agent of another maker as a client of Cognito. */
export function agentClient(pool: UserPool, name: string, callbackUrls: string[]): UserPoolClient {
  return signInClient(pool, { id: `Agent-${name}`, style: `Style-${name}`, callbackUrls });
}

/**
 * The page as a client of Cognito, and the pages of Cognito on which people sign in. This client is made before the
 * other clients.
 */
export function pageClient(pool: UserPool, app: string): UserPoolClient {
  pool.addDomain(DOMAIN, {
    cognitoDomain: { domainPrefix: prefixOf(pool) },
    managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
  });
  return signInClient(pool, { id: "App", style: "Style", callbackUrls: [`${app}/`], logoutUrls: [`${app}/`] });
}

const DOMAIN = "SignIn";

type SignIn = {
  readonly id: string;
  readonly style: string;
  readonly callbackUrls: string[];
  readonly logoutUrls?: string[];
};

/** A client without a secret, so each sign-in is bound to it by PKCE. */
function signInClient(pool: UserPool, { id, style: styleId, ...urls }: SignIn): UserPoolClient {
  const client = pool.addClient(id, {
    // If the list is empty, Cognito allows a way to refresh that does not work with rotation.
    authFlows: { userSrp: true },
    oAuth: { flows: { authorizationCodeGrant: true }, scopes: [SCOPE], ...urls },
    supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
    generateSecret: false,
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    accessTokenValidity: Duration.hours(1),
    idTokenValidity: Duration.hours(1),
    refreshTokenValidity: Duration.days(30),
    // The page can ask again for an answer that was lost.
    refreshTokenRotationGracePeriod: Duration.seconds(60),
  });
  // Managed login shows no page without a style, even if the style is Cognito's own.
  const style = new CfnManagedLoginBranding(pool, styleId, {
    userPoolId: pool.userPoolId,
    clientId: client.userPoolClientId,
    useCognitoProvidedValues: true,
  });
  style.node.addDependency(pool.node.findChild(DOMAIN));
  return client;
}
