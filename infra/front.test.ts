/** Tests what a browser meets on AWS, on the template: the distribution, the files behind it, and the sign-in. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { contentSecurityPolicy } from "@waldo/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { isAllowed, rolesOf } from "./test/iam.ts";
import { functionsOf, type JsonObject, type Resource, type Synthesised, synthesise } from "./test/template.ts";

const BUCKET = /^FrontFiles[0-9A-F]{8}$/;
const OWN = { name: "waldo.example.com", certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a1b2" };
const ACL = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/waldo/a1b2";

let stack: Synthesised;
const all = (type: string, of = stack): Resource[] => of.deployed.filter((resource) => resource.type === type);
const only = (type: string, of = stack): JsonObject => {
  const [first, ...more] = all(type, of);
  if (first === undefined || more.length > 0) throw new Error(`${more.length + 1} resources are ${type}`);
  return first.properties;
};
const distribution = (of = stack) =>
  only("AWS::CloudFront::Distribution", of)["DistributionConfig"] as unknown as {
    Aliases?: string[];
    CacheBehaviors: JsonObject[];
    CustomErrorResponses?: unknown;
    DefaultCacheBehavior: JsonObject;
    HttpVersion: string;
    Origins: (JsonObject & { DomainName: string; Id: string })[];
    ViewerCertificate?: JsonObject;
    WebACLId?: string;
  };
const originOf = ({ TargetOriginId }: JsonObject) => distribution().Origins.find(({ Id }) => Id === TargetOriginId);
const bucket = () => all("AWS::S3::Bucket").find(({ id }) => BUCKET.test(id));
const SIGN_IN = "https://waldo-0123456789ab.auth.us-east-1.amazoncognito.com";

beforeAll(async () => {
  stack = await synthesise({ bundle: false });
});

describe("the distribution", () => {
  test("gives the files of the page, read only, compressed, over HTTPS and the newest HTTP", () => {
    const { DefaultCacheBehavior: files, HttpVersion } = distribution();
    expect(HttpVersion).toBe("http2and3");
    expect(files).toMatchObject({
      AllowedMethods: ["GET", "HEAD"],
      // AWS's policy CachingOptimized.
      CachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6",
      Compress: true,
      ViewerProtocolPolicy: "redirect-to-https",
    });
    expect(originOf(files)).toMatchObject({
      DomainName: expect.stringMatching(/^frontfiles[0-9a-f]{8}\.s3\.us-east-1\.amazonaws\.com$/),
      OriginAccessControlId: expect.any(String),
    });
  });

  test("gives the API below /v1, every method and header but the host's, and keeps no answer", () => {
    const { CacheBehaviors } = distribution();
    expect(CacheBehaviors).toHaveLength(1);
    const [api = {}] = CacheBehaviors;
    expect(api).toMatchObject({
      PathPattern: "/v1/*",
      // AWS's policies CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
      OriginRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
      ViewerProtocolPolicy: "https-only",
    });
    expect(api["AllowedMethods"]).toEqual(expect.arrayContaining(["GET", "POST", "PUT", "PATCH", "DELETE"]));
    expect(api["FunctionAssociations"]).toBeUndefined();
    expect(originOf(api)).toMatchObject({
      DomainName: expect.stringMatching(/^apihttp[0-9a-f]{8}\.execute-api\.us-east-1\.amazonaws\.com$/),
      CustomOriginConfig: { OriginProtocolPolicy: "https-only", OriginSSLProtocols: ["TLSv1.2"] },
    });
  });

  test("shows the page for every place of it, and hides no error of a file or of the API", () => {
    // An error response would stand for both origins, and a 404 of the API would become the page.
    expect(distribution().CustomErrorResponses).toBeUndefined();
    const { FunctionCode } = only("AWS::CloudFront::Function");
    const shown = (uri: string) =>
      runInNewContext(`${FunctionCode}; handler({ request: ${JSON.stringify({ uri })} })`).uri as string;
    for (const place of ["/", "/chat", "/more/settings", "/v1"])
      expect([place, shown(place)]).toEqual([place, "/index.html"]);
    for (const file of ["/page.js", "/app.json", "/a.b/c.css"]) expect(shown(file)).toBe(file);
  });

  test("sends strict headers with files and answers; the script may talk to its address and the sign-in only", () => {
    const { CacheBehaviors, DefaultCacheBehavior } = distribution();
    const [policy] = all("AWS::CloudFront::ResponseHeadersPolicy");
    const archive = all("AWS::S3::Bucket").find(({ id }) => id.startsWith("DataArchive"));
    const UPLOADS = `https://${archive?.id.toLowerCase()}.s3.us-east-1.amazonaws.com`;
    for (const behaviour of [DefaultCacheBehavior, ...CacheBehaviors])
      expect(behaviour["ResponseHeadersPolicyId"]).toBe(policy?.id);
    expect(policy?.properties["ResponseHeadersPolicyConfig"]).toMatchObject({
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { ContentSecurityPolicy: contentSecurityPolicy(SIGN_IN, UPLOADS), Override: true },
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: "DENY", Override: true },
        ReferrerPolicy: { ReferrerPolicy: "no-referrer", Override: true },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: true },
      },
    });
    expect(contentSecurityPolicy(SIGN_IN, UPLOADS)).toContain(`connect-src 'self' ${SIGN_IN} ${UPLOADS};`);
    expect(contentSecurityPolicy(SIGN_IN, UPLOADS)).not.toMatch(/unsafe|\*|data:/);
  });

  test("has names of its region, since CloudFront's names are the account's", () => {
    const nameIn = (kind: string, part: string) =>
      (only(`AWS::CloudFront::${kind}`)[part] as unknown as { Name: string }).Name;
    expect(nameIn("ResponseHeadersPolicy", "ResponseHeadersPolicyConfig")).toBe("Waldo-us-east-1");
    expect(nameIn("OriginAccessControl", "OriginAccessControlConfig")).toBe("Waldo-us-east-1");
    expect(only("AWS::CloudFront::Function")["Name"]).toContain("us-east-1");
  });
});

describe("the files", () => {
  /** The copy of this name. CDK adds its own words to the id. */
  const copyOf = (name: string) => {
    const [found, ...more] = all("Custom::CDKBucketDeployment").filter(({ id }) =>
      id.startsWith(`Front${name}CustomResource`),
    );
    if (found === undefined || more.length > 0) throw new Error(`${more.length + 1} copies are called ${name}`);
    return found;
  };
  const uploadOf = (name: string) => copyOf(name).properties;

  test("are read by this distribution alone", () => {
    const statements = all("AWS::S3::BucketPolicy").flatMap(({ properties }) =>
      properties["Bucket"] === bucket()?.id.toLowerCase() ? [properties["PolicyDocument"]] : [],
    );
    const [{ Statement } = { Statement: [] }] = statements as unknown as { Statement: JsonObject[] }[];
    const allows = Statement.filter(({ Effect }) => Effect === "Allow");
    const [{ id } = { id: "" }] = all("AWS::CloudFront::Distribution");
    expect(allows).toEqual([
      {
        Action: "s3:GetObject",
        Condition: { StringEquals: { "AWS:SourceArn": `arn:aws:cloudfront::111122223333:distribution/${id}` } },
        Effect: "Allow",
        Principal: { Service: "cloudfront.amazonaws.com" },
        Resource: `arn:aws:s3:::${bucket()?.id.toLowerCase()}/*`,
      },
    ]);
    const denied = Statement.filter(({ Effect }) => Effect === "Deny").map(({ Condition }) => Condition);
    expect(denied).toContainEqual({ Bool: { "aws:SecureTransport": "false" } });
  });

  test("are those of the package, and what they must know is the values of the deployment; no browser keeps old ones", () => {
    const upload = uploadOf("Upload");
    expect(upload["SystemMetadata"]).toEqual({ "cache-control": "no-cache" });
    expect([upload["Prune"], upload["Exclude"], upload["Include"]]).toEqual([true, ["assets/*"], undefined]);
    const [, markers] = upload["SourceMarkers"] as [JsonObject, JsonObject];
    const [client] = all("AWS::Cognito::UserPoolClient");
    expect(Object.values(markers).map((value) => JSON.parse(String(value)))).toEqual([SIGN_IN, client?.id]);
    const [files = ""] = upload["SourceObjectKeys"] as string[];
    const names = readdirSync(stack.staged(files)).sort();
    expect(names).toEqual(["assets", "icon.svg", "index.html", "manifest.webmanifest", "worker.js"]);
  });

  test("that are named by their digest are kept for a year, also those of earlier builds, and are there before the start", () => {
    const assets = uploadOf("UploadAssets");
    expect(assets["SystemMetadata"]).toEqual({ "cache-control": "public, max-age=31536000, immutable" });
    expect([assets["Prune"], assets["Exclude"], assets["Include"]]).toEqual([false, ["*"], ["assets/*"]]);
    expect((assets["SourceObjectKeys"] as string[])[0]).toBe((uploadOf("Upload")["SourceObjectKeys"] as string[])[0]);
    const [first, second] = [copyOf("UploadAssets"), copyOf("Upload")];
    expect(second.dependsOn).toContain(first.id);
    const [files = ""] = assets["SourceObjectKeys"] as string[];
    // Vite's digest has eight characters.
    for (const name of readdirSync(join(stack.staged(files), "assets"))) expect(name).toMatch(/-[\w-]{8}\.\w+$/);
  });

  test("are put there by CDK's function, whose role may read the two archives and write the bucket, and nothing else", async () => {
    const upload = uploadOf("Upload");
    const [role, ...more] = rolesOf(stack.deployed).filter(({ id }) => id.startsWith("FrontUpload"));
    if (role === undefined || more.length > 0) throw new Error("expected one role");
    // The copy must not begin before its role may do it.
    for (const copy of all("Custom::CDKBucketDeployment"))
      expect(copy.dependsOn).toEqual(expect.arrayContaining(role.policies.map(({ name }) => name)));
    const fn = all("AWS::Lambda::Function").filter((one) => !functionsOf(stack.deployed).includes(one));
    expect(fn.map(({ properties }) => properties["Role"])).toEqual([role.arn]);
    const may = (action: string, arn: string) => isAllowed({ role }, action, arn);
    const cdk = "arn:aws:s3:::cdk-hnb659fds-assets-111122223333-us-east-1";
    for (const key of upload["SourceObjectKeys"] as string[])
      expect(await may("s3:GetObject", `${cdk}/${key}`)).toBe(true);
    expect(await may("s3:GetObject", `${cdk}/another.zip`)).toBe(false);
    const files = `arn:aws:s3:::${bucket()?.id.toLowerCase()}`;
    expect(await may("s3:ListBucket", files)).toBe(true);
    for (const action of ["s3:PutObject", "s3:DeleteObject"]) expect(await may(action, `${files}/page.js`)).toBe(true);
    for (const other of all("AWS::S3::Bucket").filter(({ id }) => !BUCKET.test(id)))
      for (const action of ["s3:PutObject", "s3:DeleteObject", "s3:GetObject"])
        expect(await may(action, `arn:aws:s3:::${other.id.toLowerCase()}/x`), other.id).toBe(false);
    const actions = role.policies.flatMap(({ policy }) =>
      JSON.stringify(policy).match(/"(s3|logs|cloudfront):\w+\*?"/g),
    );
    expect(actions.sort()).toEqual(
      [
        "logs:CreateLogStream",
        "logs:PutLogEvents",
        "s3:DeleteObject",
        "s3:GetObject",
        "s3:ListBucket",
        "s3:PutObject",
      ].map((action) => `"${action}"`),
    );
  });
});

describe("the sign-in", () => {
  const client = () => only("AWS::Cognito::UserPoolClient");

  test("is Cognito's managed login, with a page that has a style", () => {
    const [domain] = all("AWS::Cognito::UserPoolDomain");
    expect(domain?.properties).toMatchObject({ Domain: "waldo-0123456789ab", ManagedLoginVersion: 2 });
    const [{ id } = { id: "" }] = all("AWS::Cognito::UserPoolClient");
    expect(only("AWS::Cognito::ManagedLoginBranding")).toMatchObject({ ClientId: id, UseCognitoProvidedValues: true });
    expect(only("AWS::Cognito::UserPool")["UserPoolTier"]).toBe("ESSENTIALS");
  });

  test("gives codes to the page's own address only, and a page has no secret", () => {
    const address = `${stack.outputs["App"]}/`;
    expect(address).toMatch(/^https:\/\/d[0-9a-f]{8}\.cloudfront\.net\/$/);
    expect(client()).toMatchObject({
      AllowedOAuthFlows: ["code"],
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthScopes: ["openid"],
      CallbackURLs: [address],
      LogoutURLs: [address],
      GenerateSecret: false,
      SupportedIdentityProviders: ["COGNITO"],
    });
  });

  test("lasts an hour, and thirty days by refresh tokens that are used once and can be revoked", () => {
    expect(client()).toMatchObject({
      ...{ AccessTokenValidity: 60, RefreshTokenValidity: 43_200 },
      TokenValidityUnits: { AccessToken: "minutes", RefreshToken: "minutes" },
      EnableTokenRevocation: true,
      RefreshTokenRotation: { Feature: "ENABLED", RetryGracePeriodSeconds: 60 },
    });
    // Cognito refuses a client that rotates and also allows this flow.
    expect(client()["ExplicitAuthFlows"]).not.toContain("ALLOW_REFRESH_TOKEN_AUTH");
  });

  test("is what every route of a person asks for: the pool, the client, and the scope that id tokens lack", () => {
    const [{ id } = { id: "" }] = all("AWS::Cognito::UserPoolClient");
    const [pool] = all("AWS::Cognito::UserPool");
    expect(only("AWS::ApiGatewayV2::Authorizer")["JwtConfiguration"]).toEqual({
      Audience: [id],
      Issuer: `https://cognito-idp.us-east-1.amazonaws.com/${pool?.id}`,
    });
    for (const { AuthorizationType, AuthorizationScopes, RouteKey } of all("AWS::ApiGatewayV2::Route").map(
      ({ properties }) => properties,
    ))
      expect([RouteKey, AuthorizationScopes]).toEqual([RouteKey, AuthorizationType === "JWT" ? ["openid"] : undefined]);
  });

  test("is named in the mail of an invitation, with the address of the page", () => {
    const { InviteMessageTemplate: mail } = only("AWS::Cognito::UserPool")["AdminCreateUserConfig"] as JsonObject;
    const text = JSON.stringify(mail);
    for (const part of [String(stack.outputs["App"]), "{username}", "{####}"]) expect(text).toContain(part);
  });
});

describe("an address of one's own, and a web ACL", () => {
  test("stand where they belong: the distribution, the sign-in, the mail and the outputs", async () => {
    const made = await synthesise({ bundle: false, waldo: { domain: OWN, webAcl: ACL } });
    expect(distribution(made)).toMatchObject({
      Aliases: [OWN.name],
      ViewerCertificate: { AcmCertificateArn: OWN.certificateArn, MinimumProtocolVersion: "TLSv1.2_2021" },
      WebACLId: ACL,
    });
    const address = `https://${OWN.name}`;
    expect(only("AWS::Cognito::UserPoolClient", made)).toMatchObject({
      CallbackURLs: [`${address}/`],
      LogoutURLs: [`${address}/`],
    });
    expect(JSON.stringify(only("AWS::Cognito::UserPool", made)["AdminCreateUserConfig"])).toContain(address);
    expect(made.outputs).toMatchObject({ App: address, FrontHost: expect.stringMatching(/\.cloudfront\.net$/) });
  });

  test.each([
    [{ webAcl: ACL.replace("us-east-1", "eu-central-1") }, "waldo.webAcl: CloudFront takes only one from us-east-1"],
    [
      { domain: { ...OWN, certificateArn: OWN.certificateArn.replace("us-east-1", "eu-west-1") } },
      "waldo.domain.certificateArn: CloudFront takes only one from us-east-1",
    ],
    [{ webAcl: "arn:aws:wafv2:us-east-1:111122223333:regional/webacl/x/y" }, "waldo.webAcl: expected the ARN"],
    [{ domain: { ...OWN, name: "https://waldo.example.com" } }, "waldo.domain.name"],
  ])("that CloudFront would not take are refused in one line: %j", async (waldo, said) => {
    await expect(synthesise({ bundle: false, waldo })).rejects.toThrow(said);
  });
});
