/** The addresses that a browser uses: CloudFront, with the files of the page and the API under one address. */

import { execFileSync } from "node:child_process";
import { API_ROOT, type AppConfig, contentSecurityPolicy } from "@waldo/contracts";
import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  CachePolicy,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, type ISource, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import { type Config, inRepository } from "./config.ts";
import type { Logs } from "./logs.ts";
import { signInAddress } from "./people.ts";

const BUILD = "packages/app/build/build.ts";
const HSTS = Duration.days(365);
const A_YEAR = Duration.days(365);
/** The name of each of these files holds a digest of its content. */
const NAMED_BY_DIGEST = "assets/*";
/**
 * The cache header of all other files: a browser asks each time whether it has the newest one, and CloudFront asks the
 * bucket.
 */
const ASK_EACH_TIME = "no-cache";

type FrontProps = Pick<Config, "domain" | "webAcl"> & {
  /** The address to which the page sends files. */
  readonly uploads: Pick<IBucket, "bucketName">;
};

/**
 * The page and the API have one address, so only uploaded files go to another site. The files come from a private
 * bucket. This takes two steps: the people's accounts need the address first, and only then the page can know the
 * sign-in.
 */
export class Front extends Construct {
  /** The address at which people open the page, without a slash at the end. */
  readonly address: string;
  readonly distribution: Distribution;
  /** Names of CloudFront are valid for the whole account. CDK's own names would be the same for stacks in two regions. */
  private readonly name: string;
  private readonly bucket: IBucket;
  private readonly headers: ResponseHeadersPolicy;

  constructor(scope: Construct, id: string, { domain, webAcl, uploads }: FrontProps) {
    super(scope, id);
    const { stackName, region } = Stack.of(this);
    this.name = `${stackName}-${region}`;
    this.bucket = this.files();
    this.headers = this.securityHeaders(uploads);
    const paths = new CloudFrontFunction(this, "Paths", {
      code: FunctionCode.fromFile({ filePath: inRepository("infra/front-paths.js") }),
      runtime: FunctionRuntime.JS_2_0,
      comment: "Waldo: every place of the page is the same file",
    });
    this.distribution = new Distribution(this, "Distribution", {
      comment: "Waldo: the page, and the API under one address",
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
          originAccessControl: new S3OriginAccessControl(this, "Access", { originAccessControlName: this.name }),
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        // This policy follows the cache headers of the files and compresses what is sent.
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: this.headers,
        functionAssociations: [{ function: paths, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
      // A person loads only a few files a day, so the most expensive edge locations cost next to nothing, and people
      // are everywhere.
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...(webAcl === undefined ? {} : { webAclId: webAcl }),
      ...(domain === undefined
        ? {}
        : {
            domainNames: [domain.name],
            certificate: Certificate.fromCertificateArn(this, "Certificate", domain.certificateArn),
          }),
    });
    this.address = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
    this.acknowledgements({ domain, webAcl });
  }

  /** Puts the API under its path. Uploads the files of the page with the data that they need for the sign-in. */
  serve(api: HttpApi, clientId: string, logs: Logs): void {
    const { region, urlSuffix } = Stack.of(this);
    this.distribution.addBehavior(`${API_ROOT}/*`, new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`), {
      // A request with a token must never use HTTP, not even to be redirected.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: this.headers,
    });
    const config: AppConfig = { session: "token", signIn: signInAddress(this), clientId };
    this.upload(config, logs);
  }

  /** The files are public, as in the repository, so they need no key of ours. */
  private files(): IBucket {
    const bucket = new Bucket(this, "Files", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      // CloudFormation cannot delete a bucket that has files, and a function that empties it would need the right to
      // delete. So the bucket is kept, and a first deployment that fails after the upload can still be removed.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(bucket).acknowledge({
      id: "AwsSolutions-S1",
      reason: "It holds the public files of the page. Only CloudFront reads it, and nothing of a person is in it.",
    });
    return bucket as IBucket;
  }

  private securityHeaders({ bucketName }: FrontProps["uploads"]): ResponseHeadersPolicy {
    const { region, urlSuffix } = Stack.of(this);
    const policy = contentSecurityPolicy(signInAddress(this), `https://${bucketName}.s3.${region}.${urlSuffix}`);
    const override = true;
    return new ResponseHeadersPolicy(this, "Headers", {
      responseHeadersPolicyName: this.name,
      comment: "Waldo: what a browser may do with the page",
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: policy, override },
        contentTypeOptions: { override },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
        strictTransportSecurity: { accessControlMaxAge: HSTS, includeSubdomains: true, override },
      },
    });
  }

  /**
   * CDK's function copies the files at each deployment. By default its role may do everything to both buckets. Here the
   * role may only do what a copy needs.
   */
  private upload(config: AppConfig, logs: Logs): void {
    const logGroup = logs.logGroup(this, "UploadLog");
    const role = new Role(this, "UploadRole", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      description: "Waldo: uploads the files of the page",
    });
    const may = (actions: string[], resource: string) =>
      role.addToPolicy(new PolicyStatement({ actions, resources: [resource] }));
    may(["logs:CreateLogStream", "logs:PutLogEvents"], logGroup.logGroupArn);
    may(["s3:ListBucket"], this.bucket.bucketArn);
    may(["s3:PutObject", "s3:DeleteObject"], this.bucket.arnForObjects("*"));
    const read = (source: ISource): ISource => ({
      bind(scope, context) {
        const bound = source.bind(scope, context);
        may(["s3:GetObject"], bound.bucket.arnForObjects(bound.zipObjectKey));
        return bound;
      },
    });
    const files = role.stack.getLogicalId(this.bucket.node.defaultChild as never);
    acknowledgeWildcards(
      role,
      [`<${files}.Arn>/*`],
      "A deployment replaces all files of the page, whatever their names.",
    );
    const page = builtPage();
    const how = { destinationBucket: this.bucket, memoryLimit: 256, role: role.withoutPolicyUpdates(), logGroup };
    // The files of earlier builds stay, because tabs that were opened earlier ask for them. Each build adds about a
    // megabyte.
    const assets = new BucketDeployment(this, "UploadAssets", {
      ...how,
      sources: [read(Source.asset(page))],
      exclude: ["*"],
      include: [NAMED_BY_DIGEST],
      cacheControl: [CacheControl.fromString(`public, max-age=${A_YEAR.toSeconds()}, immutable`)],
      prune: false,
    });
    const others = new BucketDeployment(this, "Upload", {
      ...how,
      sources: [read(Source.asset(page)), read(Source.jsonData("app.json", config))],
      // The deployment does not prune the files that it leaves out.
      exclude: [NAMED_BY_DIGEST],
      cacheControl: [CacheControl.fromString(ASK_EACH_TIME)],
    });
    // CDK adds this dependency only if it writes the role's policy itself. Without it the copy may begin before it has
    // permission.
    for (const deployment of [assets, others]) deployment.node.addDependency(role);
    // The start page names files of its own build, so these files are deployed before the start page.
    others.node.addDependency(assets);
    const { node } = Stack.of(this);
    for (const fn of node.children.filter(({ node: { id } }) => id.startsWith("Custom::CDKBucketDeployment")))
      Validations.of(fn).acknowledge({
        id: "AwsSolutions-L1",
        reason: "It is CDK's own function, and CDK says which runtime it was tested on.",
      });
  }

  private acknowledgements({ domain, webAcl }: Pick<Config, "domain" | "webAcl">): void {
    const explain = (id: string, reason: string) =>
      Validations.of(this.distribution).acknowledge({ id: `AwsSolutions-${id}`, reason });
    explain("CFR1", "People travel. Who may sign in is decided by their account and not by the country they are in.");
    explain(
      "CFR3",
      "Its lines would hold people's addresses and the codes of their sign-ins. The API's own log says what went wrong, without them.",
    );
    if (webAcl === undefined)
      explain(
        "CFR2",
        "A web ACL costs more than the rest of a small deployment; waldo.webAcl in cdk.json names one. The API is throttled, and asks for a token before any function runs.",
      );
    if (domain === undefined)
      explain(
        "CFR4",
        "CloudFront's own certificate allows no choice of the oldest TLS version; waldo.domain in cdk.json brings a certificate that does.",
      );
  }
}

/** Returns the folder of the built page. CDK reads the folder during synthesis, so the page must be built before. */
function builtPage(): string {
  return execFileSync(process.execPath, [inRepository(BUILD)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
}
