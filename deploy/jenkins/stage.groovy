// A stage for a declarative pipeline. It needs Node, touchstone as a dev dependency of the project, the credential "service-token" and the variable SERVICE_URL.
stage('Conformance') {
  environment {
    TOUCHSTONE_TOKEN = credentials('service-token')
  }
  steps {
    sh '''
      npm ci
      mkdir -p conformance
      npx --no-install touchstone check --base-url "$SERVICE_URL" --quiet \
        --report json=conformance/run.json \
        --report junit=conformance/junit.xml \
        --history conformance/history
    '''
  }
  post {
    always {
      junit 'conformance/junit.xml'
      archiveArtifacts 'conformance/**'
    }
  }
}
