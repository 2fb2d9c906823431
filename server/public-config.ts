import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { type BridgeActionName, bridgeActionNames } from '#domain/bridge/actions.ts';
import type { PublicConfig, ScreenPaths } from '#pages/dependencies.ts';
import { screenPathSettings } from '#pages/screen-paths.ts';
import type { Environment } from './settings.ts';

/** What of the configuration every page may show. Named field by field, so a new secret cannot slip in. */
export function publicConfigOf(environment: Environment): PublicConfig {
  return {
    appName: environment.appName,
    brandColor: environment.brandColor,
    servicePhone: environment.servicePhone,
    amountStyle: environment.amountStyle,
    isLoanMarket: environment.isLoanMarket,
    isDevelopment: environment.mode === 'development',
    paths: configuredPathsOf(environment),
    hostPages: {
      bindBank: environment.hostPageBindBank,
      bindCard: environment.hostPageBindCard,
      setting: environment.hostPageSetting,
      main: environment.hostPageMain,
      login: environment.hostPageLogin,
      productDetail: environment.hostPageProductDetail,
      recommendList: environment.hostPageRecommendList,
    },
    bridge: {
      androidObject: environment.bridgeAndroidObject,
      androidMethod: environment.bridgeAndroidMethod,
      iosHandler: environment.bridgeIosHandler,
      deepLinkScheme: environment.deepLinkScheme,
      actions: Object.fromEntries(
        bridgeActionNames.map((name) => [name, environment[`bridgeAction${capitalized(name)}`]]),
      ) as Record<BridgeActionName, string>,
    },
  };
}

/** The lender's details that the public site and the legal documents name. */
export function companyFactsOf(environment: Environment): CompanyFacts {
  return {
    appName: environment.appName,
    lenderName: environment.lenderName,
    address: environment.lenderAddress,
    registration: environment.lenderRegistration,
    telephone: environment.servicePhone,
    email: environment.serviceEmail,
  };
}

/** The configured screens' paths as the environment gives them. */
export function configuredPathsOf(environment: Environment): ScreenPaths {
  const keys = Object.keys(screenPathSettings) as (keyof ScreenPaths)[];
  return Object.fromEntries(
    keys.map((key) => [key, environment[`path${capitalized(key)}`]]),
  ) as unknown as ScreenPaths;
}

function capitalized<Name extends string>(name: Name): Capitalize<Name> {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<Name>;
}
